import { expect, test } from 'bun:test';
import { campaignOf, requestOf, solicit } from '../../../test/campaigns/test-support.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';

function misfitsOf(native: object, fields: object = {}): readonly (readonly string[])[] {
  const told: string[][] = [];
  const { bid } = createCampaignsPartner({
    name: 'own',
    campaigns: [campaignOf({ id: 'plain' })],
    imageBaseUrl: 'https://x.example',
    onMisfit: (...args) => told.push(args),
  });
  const site = { domain: 'chat.example', publisher: { id: 'pub-1' } };
  bid(solicit(requestOf({ site, ...fields }, [native])));
  return told;
}

const wanting = (...assets: readonly object[]) => ({
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    ...assets.map((asset, index) => ({ id: index + 2, required: 1, ...asset })),
  ],
});

test.each([
  [{ img: { type: 3, wmin: 300, hmin: 250 } }, 'a main image of at least 300×250'],
  [{ img: { type: 1, w: 50, h: 50 } }, 'an icon of 50×50'],
  [{ img: { type: 3, mimes: ['image/png'] } }, 'a main image (image/png)'],
  [{ data: { type: 2, len: 90 } }, 'a description of at most 90 characters'],
  [{ data: { type: 12 } }, 'a call to action'],
])('what the publisher requires and the campaign lacks is named: %j', (asset, missing) => {
  expect(misfitsOf(wanting(asset))).toEqual([['plain', 'pub-1', missing]]);
});
