import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { ask, minimalWith } from '../http/request.ts';
import { AMPLE_LIMITS, cleanUp } from '../process.ts';
import { type Started, startFrom } from '../start-from.ts';
import { fileWith } from '../store/campaigns.ts';

/** Frequency caps on a whole machine: over a reload, and in all that it writes. */

const SHOES = {
  id: 'shoes',
  advertiser: 'Shoes',
  domain: 'shoes.example',
  cpm: 2,
  budget: { total: 100 },
  frequency: [{ of: 'campaign', per: 'conversation', within: '1d', atMost: 1 }],
  creatives: [{ id: 'card', title: 'Shoes', link: 'https://shoes.example/' }],
};

let config: string;
let machine: Started;
beforeAll(async () => {
  config = `${AMPLE_LIMITS}partners: [{ name: house, kind: campaigns, path: '${fileWith([SHOES])}' }]\n`;
  machine = await startFrom(config);
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
  await machine.reload(`${config}auction: { timeoutMs: 400 }\n`);
  expect(machine.logged()).toContain('config reloaded');
  expect(await statusOf({ conversation: 'first-talk' })).toBe('capped');
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
  await eventually(() =>
    textsUnder(machine.dataDir).some((text) => text.includes('shoes.example')),
  );
  const written = [...textsUnder(machine.dataDir), machine.logged()].join('\n');
  expect(written).not.toMatch(/secret|424242|first-talk/);
});

const textsUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
