import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CAMPAIGNS_FILE } from '../src/demand/campaigns/default-campaigns.ts';
import { CampaignsFault, parseCampaigns } from '../src/demand/campaigns/read-campaigns.ts';
import { load } from './config-file.ts';
import { cleanUp, ROOT } from './process.ts';
import { startTestServer } from './server.ts';

afterAll(cleanUp);

const blockOf = (page: string, language: string, start = '') => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return new RegExp(`\`\`\`${language}\n(${start}[\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';
};

test('the request of the README gets the response below it', async () => {
  const server = await startTestServer({
    partners: [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }],
  });
  afterAll(() => server.stop(0));
  const body = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${server.url}/openrtb2`, { method: 'POST', headers, body });
  // A shortened text stands for any text with its beginning; URLs are those of the test's own server.
  const shown = JSON.parse(blockOf('README.md', 'json'), (_, value) =>
    typeof value === 'string' && value.endsWith('…')
      ? expect.stringContaining(value.slice(0, -1).replace('http://localhost:8080', server.url))
      : value,
  );
  expect(await response.json()).toMatchObject(shown);
});

test('the example of docs/config.md loads as it stands', () => {
  const env = {
    PARLEY_ADMIN_TOKEN: '0123456789abcdef',
    PARLEY_ANN_TOKEN: 'fedcba9876543210',
    PARLEY_NOVA_TOKEN: '0123456789fedcba',
    PARLEY_DB_PASSWORD: 'secret',
    PARLEY_WEBHOOK_SECRET: '0123456789abcdef',
    PUB_1_KEY: '0123456789abcdef',
    ACME_KEY: 'k-1',
    PARLEY_NOTICE_KEY: '0123456789abcdef0123456789abcdef',
  };
  const config = load(blockOf('docs/config.md', 'yaml'), env);
  expect(config.admin.token).toBe(env.PARLEY_ADMIN_TOKEN);
});

test('the example of docs/campaigns.md is a file without faults', () => {
  const example = blockOf('docs/campaigns.md', 'yaml', 'campaigns:\n');
  const campaigns = parseCampaigns(example, 'docs/campaigns.md');
  expect(campaigns instanceof CampaignsFault ? campaigns.message : campaigns.length).toBe(1);
});
