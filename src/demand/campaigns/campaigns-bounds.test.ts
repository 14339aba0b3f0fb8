import { expect, test } from 'bun:test';
import {
  bidsOf,
  campaignOf,
  creativeOf,
  requestOf,
  solicit,
} from '../../../test/campaigns/test-support.ts';
import type { Campaign } from './campaign-schema.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';

const partnerOf = (campaigns: readonly Campaign[]) =>
  createCampaignsPartner({ name: 'house', campaigns, imageBaseUrl: 'https://bid.example/' });

const priced = (id: string, cpm: number, fields: Partial<Campaign> = {}) =>
  campaignOf({ id, cpm, ...fields });

const IMAGE = { assets: [{ id: 1, required: 1, img: { type: 3, wmin: 600, hmin: 300 } }] };
const WIDE = { url: '/images/a.png', w: 1200, h: 627 };

test('a campaign beyond the dearest five hundred that match is not tried', () => {
  const fitting = { creatives: [creativeOf({ images: [WIDE] })] };
  const list = (others: number) => [
    ...Array.from({ length: others }, (_, index) => priced(`c${index}`, 2)),
    priced('fitting', 1, fitting),
  ];
  const question = solicit(requestOf({}, [IMAGE]));
  expect(bidsOf(partnerOf(list(499)).bid(question))).toHaveLength(1);
  expect(partnerOf(list(500)).bid(question)).toMatchObject({
    kind: 'no-bid',
    passed: [{ impid: '1', reason: 'asset-mismatch' }],
  });
});
