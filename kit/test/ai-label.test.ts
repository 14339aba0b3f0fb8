import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../../src/supervisor/machine.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { startTestServer } from '../../test/server.ts';
import { type Client, createParley } from '../src/parley.ts';
import { type PageServer, servePage } from './browser-page.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import { TRAIL_SHOES } from './scripted-exchange.ts';

/** What AI had to do with an ad, from the campaign to the card in a browser. */

const CAMPAIGNS = `
campaigns:
  - id: trail
    advertiser: Ridgeline Running
    domain: ridgeline.example
    cpm: 5
    targeting: { include: { keywords: [trail running shoes] } }
    creatives:
      - id: shoe
        title: Grip for wet rock
        link: https://ridgeline.example/scree
        ai: { text: changed, picture: made }
`;

let exchange: Machine;
let server: PageServer;
beforeAll(async () => {
  const path = join(temporaryFolder(), 'campaigns.yaml');
  writeFileSync(path, CAMPAIGNS);
  exchange = await startTestServer({
    partners: [{ name: 'house', kind: 'campaigns', path }],
    publishers: [
      { id: 'in-france', country: 'FR' },
      { id: 'in-canada', country: 'CAN' },
      { id: 'anywhere' },
    ],
  });
  server = await servePage('element-page.ts', `${exchange.url} https:`);
});
afterAll(async () => {
  await exchange.stop(0);
  await cleanUp();
});

const adOf = async (publisher: string, client: Client = {}) => {
  const parley = createParley({ url: exchange.url, publisher, timeoutMs: PATIENT_ASK_MS });
  const { ad, reason } = await parley.ask({ messages: TRAIL_SHOES, client });
  expect(reason).toBeNull();
  return ad;
};

const LABELLED = { text: 'changed', picture: 'made', label: true } as const;

describe('an ad that AI had a part in', () => {
  test.each([
    ['in-france', {}, true],
    ['in-canada', {}, false],
    ['in-canada', { country: 'FR' }, false],
    ['anywhere', { country: 'DEU' }, true],
    ['anywhere', { country: 'US' }, false],
    ['anywhere', {}, true],
  ] as const)('says so where the law requires it: %s, %j', async (publisher, client, label) => {
    expect((await adOf(publisher, client))?.ai).toEqual({ ...LABELLED, label });
  });

  test('leaves room for the name of the advertiser on a narrow page', async () => {
    const { page } = await server.open({ context: { viewport: { width: 300, height: 600 } } });
    await page.evaluate((ad) => globalThis.show(ad), await adOf('in-france'));
    const name = await page.locator('parley-ad .advertiser').boundingBox();
    expect(name?.width).toBeGreaterThan(150);
    const dismiss = await page.locator('parley-ad .dismiss').boundingBox();
    expect((dismiss?.x ?? 300) + (dismiss?.width ?? 0)).toBeLessThanOrEqual(300);
  });

  test('has a label beside "Sponsored", in the language of the page, and none where it needs none', async () => {
    for (const [path, words] of [
      ['/', 'Made with AI'],
      ['/?lang=it', 'Creato con l’IA'],
    ] as const) {
      const { page, complaints } = await server.open({ path });
      await page.evaluate((ad) => globalThis.show(ad), await adOf('in-france'));
      await page.locator('parley-ad header').getByText(words, { exact: true }).waitFor();
      await page.evaluate((ad) => globalThis.show(ad), await adOf('in-canada'));
      await page.locator('parley-ad').nth(1).locator('.card').waitFor();
      expect(await page.getByText(words).count()).toBe(1);
      expect(complaints).toEqual([]);
    }
  });
});
