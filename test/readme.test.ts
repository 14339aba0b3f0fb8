import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CAMPAIGNS_FILE } from '../src/demand/campaigns/default-campaigns.ts';
import { curl } from './integrate/snippets.ts';
import { PATIENT_AUCTION_MS } from './patience.ts';
import { cleanUp, ROOT } from './process.ts';
import { startTestServer } from './server.ts';

afterAll(cleanUp);

const server = await startTestServer({
  partners: [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }],
});
afterAll(() => server.stop(0));

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

describe('the README', () => {
  test('fits on a screen and a half', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(100);
    expect(README.split(/\s+/).length).toBeLessThanOrEqual(600);
  });

  test('has a request that gets the response below it', async () => {
    const [, command = ''] = /^(curl .*)$/m.exec(README) ?? [];
    const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(README) ?? [];
    const example = JSON.parse(readFileSync(join(ROOT, 'examples/request.json'), 'utf8'));
    const patient = JSON.stringify({ ...example, tmax: PATIENT_AUCTION_MS });
    const ours = command.replace('@examples/request.json', '@request.json');
    const response: unknown = JSON.parse(await curl(ours, server.url, patient));
    expect(response).toMatchObject(JSON.parse(shown, whereShortened));
  });
});

/** A shortened text stands for any text with its beginning; URLs are those of the test's own server. */
function whereShortened(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.endsWith('…')) return value;
  const start = value.slice(0, -1).replace('http://localhost:8080', server.url);
  return expect.stringContaining(start);
}
