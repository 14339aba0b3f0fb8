import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { cleanUp, ROOT, temporaryFolder } from '../process.ts';
import { startTestServer, type TestConfig } from '../server.ts';

/** What the bid of a campaign says of who pays for it, and of what AI had to do with it. */

let machine: Machine | undefined;
afterEach(async () => {
  await machine?.stop(0);
  machine = undefined;
});
afterAll(cleanUp);

const EXAMPLE = JSON.parse(readFileSync(join(ROOT, 'examples/request.json'), 'utf8'));

type Publisher = NonNullable<TestConfig['publishers']>[number];

async function extOf(
  dsa: object | undefined,
  creative: object = {},
  targeting: object = {},
  publisher: Partial<Publisher> = {},
) {
  const link = 'https://ridgeline.example/scree';
  const creatives = [
    {
      id: 'shoe',
      title: 'Grip for wet rock',
      description: 'A rock plate.',
      cta: 'Buy',
      link,
      images: [{ url: 'https://ridgeline.example/wide.png', w: 1200, h: 627 }],
      icons: [{ url: 'https://ridgeline.example/icon.png', w: 200, h: 200 }],
      price: '$129.00',
      rating: 4,
      ...creative,
    },
  ];
  const sender = { advertiser: 'Ridgeline Running', domain: 'ridgeline.example' };
  const campaign = { id: 'trail', ...sender, cpm: 50, creatives, ...targeting };
  const path = join(temporaryFolder(), 'campaigns.yaml');
  writeFileSync(path, JSON.stringify({ campaigns: [campaign] }));
  const publicUrl = 'http://ads.example';
  machine = await startTestServer({
    listen: { publicUrl },
    publishers: [{ id: EXAMPLE.site.publisher.id, ...publisher }],
    partners: [{ name: 'house', kind: 'campaigns', path }],
  });
  const response = await fetch(`${machine.url}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...EXAMPLE, ...(dsa && { regs: { ext: { dsa } } }) }),
  });
  expect(response.status).toBe(200);
  const { seatbid } = (await response.json()) as BidResponse;
  return seatbid[0]?.bid[0]?.ext as Readonly<Record<string, unknown>> | undefined;
}

const DSA = { behalf: 'Ridgeline Running', paid: 'Ridgeline Running', adrender: 0 };
const transparency = (...dsaparams: number[]) => [{ domain: 'ads.example', dsaparams }];

describe('the bid of a campaign', () => {
  test.each([
    [undefined, undefined],
    [{ dsarequired: 0 }, undefined],
    [{ dsarequired: 1, datatopub: 0 }, DSA],
    [{ dsarequired: 3 }, { ...DSA, transparency: transparency(2) }],
    [
      { dsarequired: 2, datatopub: 2 },
      { ...DSA, transparency: transparency(2) },
    ],
  ])('names who pays where the request asks: %j', async (dsa, said) => {
    expect((await extOf(dsa))?.dsa).toEqual(said);
  });

  test('says that it uses a profile where its conditions do', async () => {
    const adjustments = [{ when: { interests: ['running'] }, factor: 1.1 }];
    const ext = await extOf({ dsarequired: 2 }, {}, { adjustments });
    expect(ext?.dsa).toEqual({ ...DSA, transparency: transparency(1, 2) });
  });

  test('says what AI had to do with it, in our words and in those of AdCP', async () => {
    const ext = await extOf(undefined, { ai: { text: 'made', picture: 'changed' } });
    expect(ext?.parley).toEqual({
      ai: { text: 'made', picture: 'changed', label: expect.any(Boolean) },
      provenance: {
        text: { digital_source_type: 'trained_algorithmic_media' },
        picture: { digital_source_type: 'composite_with_trained_algorithmic_media' },
      },
    });
  });

  test.each([
    [{ country: 'US' }, false],
    [{ country: 'de' }, true],
    [{ country: 'US', aiLabel: 'always' }, true],
  ] as const)(
    'is to be labelled as AI by the entry of its publisher: %j',
    async (publisher, label) => {
      const ext = await extOf(undefined, { ai: { text: 'made' } }, {}, publisher);
      expect(ext?.parley).toMatchObject({ ai: { label } });
    },
  );

  test('says nothing of AI where nothing is known', async () => {
    expect(await extOf(undefined)).not.toHaveProperty('parley');
  });
});
