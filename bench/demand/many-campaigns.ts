import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { below } from './chance.ts';
import type { Mix } from './targeting-mixes.ts';

const ADVERTISERS = 3000;

export function manyCampaigns(count: number, mix: Mix): readonly Campaign[] {
  return Array.from({ length: count }, (_, index) => campaign(index, mix));
}

function campaign(index: number, mix: Mix): Campaign {
  const advertiser = index % ADVERTISERS;
  return {
    id: `c${index}`,
    advertiser: `Advertiser ${advertiser}`,
    domain: `a${advertiser}.example`,
    cpm: 1 + below(1500) / 100,
    creatives: [
      {
        id: 'main',
        title: `Something worth a look, number ${index}`,
        description: 'A sentence or two that says what it is and why it might be of use.',
        cta: 'See more',
        link: `https://a${advertiser}.example/landing?c=${index}`,
        images: [{ url: `/images/${index}.png`, w: 1200, h: 627 }],
      },
    ],
    ...mix(),
  };
}
