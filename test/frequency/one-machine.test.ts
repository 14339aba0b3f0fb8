import { afterAll, beforeAll, expect, test } from 'bun:test';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { ask, minimalWith } from '../http/request.ts';
import { AMPLE_LIMITS, cleanUp, type Serving, serve, temporaryFolder } from '../process.ts';

/** Frequency caps on a whole machine: over a reload, and in all that it writes. */

const CAMPAIGNS = `campaigns:
  - id: shoes
    advertiser: Shoes
    domain: shoes.example
    cpm: 2
    budget: { total: 100 }
    frequency: [{ of: campaign, per: conversation, within: 1d, atMost: 1 }]
    creatives: [{ id: card, title: Shoes, link: 'https://shoes.example/' }]
`;

let machine: Serving;
let dataDir: string;
beforeAll(async () => {
  dataDir = temporaryFolder();
  const file = join(temporaryFolder(), 'campaigns.yaml');
  writeFileSync(file, CAMPAIGNS);
  machine = await serve(
    `${AMPLE_LIMITS}listen: { workers: 2 }
dataDir: '${dataDir}'
partners: [{ name: house, kind: campaigns, path: '${file}' }]
`,
    { env: { LOG_LEVEL: 'trace' } },
  );
});
afterAll(cleanUp);

async function statusOf(parley: object, path = '/openrtb2'): Promise<string> {
  const body = minimalWith({ 'ext.parley': parley, test: 0 });
  const { status, headers } = await ask(machine.port, { body, path });
  return status === 200 ? 'sold' : (headers.get('x-nobid-reason') ?? String(status));
}

test('a reload of the config keeps what was counted', async () => {
  await eventually(async () => (await statusOf({ conversation: 'first-talk' })) !== 'budget');
  expect(await statusOf({ conversation: 'first-talk' })).toBe('capped');
  appendFileSync(machine.configFile, 'auction: { timeoutMs: 400 }\n');
  process.kill(machine.pid, 'SIGHUP');
  await machine.printed('"config reloaded"');
  // Each request may go to either worker.
  for (let i = 0; i < 8; i++) expect(await statusOf({ conversation: 'first-talk' })).toBe('capped');
});

test('what names a conversation is in no file and in no line of the log', async () => {
  const secret = 'secretconversation';
  const shown = [{ domain: 'secretshown.example', cid: 'secretcampaign', secondsAgo: 424_242 }];
  for (const path of ['/openrtb2', '/openrtb2/auction']) {
    await statusOf({ conversation: `${secret}${path}`, shown }, path);
    await statusOf({ conversation: `${secret}${'x'.repeat(80)}`, shown: secret }, path);
    await statusOf({ conversation: [secret], shown: [{ domain: [secret] }] }, path);
  }
  // The sale of the first request is on disk, and so is all that came before it.
  await eventually(() => textsUnder(dataDir).some((text) => text.includes('shoes.example')));
  const written = [...textsUnder(dataDir), machine.stdout(), machine.stderr()].join('\n');
  expect(written).not.toMatch(/secret|424242|first-talk/);
});

function textsUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'));
}
