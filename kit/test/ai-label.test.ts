import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../../src/host/machine/machine.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { startTestServer } from '../../test/server.ts';
import { createParley } from '../src/parley.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import { TRAIL_SHOES } from './scripted-exchange.ts';

const CAMPAIGN = {
  id: 'trail',
  advertiser: 'Ridgeline Running',
  domain: 'ridgeline.example',
  cpm: 5,
  targeting: { include: { keywords: ['trail running shoes'] } },
  creatives: [
    {
      id: 'shoe',
      title: 'Grip for wet rock',
      link: 'https://ridgeline.example/scree',
      ai: { text: 'changed', picture: 'made' },
    },
  ],
};

let exchange: Machine;
beforeAll(async () => {
  const path = join(temporaryFolder(), 'campaigns.yaml');
  writeFileSync(path, JSON.stringify({ campaigns: [CAMPAIGN] }));
  exchange = await startTestServer({
    partners: [{ name: 'house', kind: 'campaigns', path }],
    publishers: [
      { id: 'in-france', country: 'FR' },
      { id: 'in-canada', country: 'CAN' },
      { id: 'anywhere' },
    ],
  });
});
afterAll(async () => {
  await exchange.stop(0);
  await cleanUp();
});

test.each([
  ['in-france', {}, true],
  ['in-canada', {}, false],
  ['in-canada', { country: 'FR' }, false],
  ['anywhere', { country: 'DEU' }, true],
  ['anywhere', { country: 'US' }, false],
  ['anywhere', {}, true],
] as const)(
  'an ad that AI had a part in says so where the law requires it: %s, %j',
  async (publisher, client, label) => {
    const parley = createParley({ url: exchange.url, publisher, timeoutMs: PATIENT_ASK_MS });
    const { ad, reason } = await parley.ask({ messages: TRAIL_SHOES, client });
    expect(reason).toBeNull();
    expect(ad?.ai).toEqual({ text: 'changed', picture: 'made', label });
  },
);
