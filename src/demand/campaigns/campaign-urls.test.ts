import { describe, expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../../test/campaigns/test-support.ts';
import { CampaignFaults, checkCampaign } from './read-campaigns.ts';

const faultsOf = (value: unknown) => {
  const checked = checkCampaign(value);
  return checked instanceof CampaignFaults ? checked.faults.map(({ path }) => path) : [];
};

describe('a campaign whose bids would be dropped cannot be saved (rulings 71 and 73)', () => {
  test.each([
    'https://shop.example@evil.example/',
    'https://shop.example/a b',
    'https://shop.example/"',
    'https://shop.example\\@evil.example/',
    'https://shop.example/\u202e',
    'http://shop.example/',
  ])('link %p', (link) => {
    const campaign = campaignOf({ id: 'c', creatives: [creativeOf({ link })] });
    expect(faultsOf(campaign)).toEqual(['creatives[0].link']);
  });

  test.each(['/a b.png', '//evil.example/i.png', 'https://shop.example@evil.example/i.png'])(
    'picture %p',
    (url) => {
      const creative = creativeOf({ images: [{ url, w: 10, h: 10 }] });
      const campaign = campaignOf({ id: 'c', creatives: [creative] });
      expect(faultsOf(campaign)).toEqual(['creatives[0].images[0].url']);
    },
  );

  test.each(['my_shop.example', 'https://shop.example', '192.0.2.1', 'shop', 'shop.example:443'])(
    'domain %p',
    (domain) => {
      expect(faultsOf(campaignOf({ id: 'c', domain }))).toEqual(['domain']);
    },
  );

  test('unlike usual ones', () => {
    const creative = creativeOf({
      link: 'https://shop.example/ü?a=1&b=@x',
      images: [{ url: '/images/a%20b.png', w: 10, h: 10 }],
    });
    const domains = ['Shop.example', 'www.shop.example', 'xn--bcher-kva.example'];
    for (const domain of domains) {
      expect(faultsOf(campaignOf({ id: 'c', domain, creatives: [creative] }))).toEqual([]);
    }
  });
});
