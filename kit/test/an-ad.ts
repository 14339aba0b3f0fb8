import type { Ad } from '../src/parley.ts';

/** An ad that tells of itself at this address. */
export function anAd(origin: string, changes: Readonly<Record<string, unknown>> = {}): Ad {
  const id = crypto.randomUUID();
  const notice = (word: string) => [{ url: `${origin}/told/${word}/${id}`, by: 'beacon' as const }];
  return {
    id,
    title: 'Scree 3: grip for wet rock',
    advertiser: 'Ridgeline Running',
    payer: null,
    behalf: null,
    domain: 'ridgeline.example',
    campaign: 'trail-spring',
    text: 'A 5 mm lug and a rock plate, at 270 grams.',
    action: 'Find your size',
    link: `${origin}/landing`,
    price: '$129.00',
    salePrice: '$109.00',
    rating: 4.7,
    image: { url: `${origin}/wide.svg`, w: 1200, h: 627 },
    icon: { url: `${origin}/icon.svg`, w: 200, h: 200 },
    format: 'native_product_card',
    isTest: false,
    ai: null,
    why: {
      keywords: ['trail running shoes'],
      price: { max: 150, currency: 'USD' },
      intent: 'purchase_inquiry',
      sentiment: 'neutral',
      stage: 'intent',
      address: 'shortened',
    },
    notices: {
      drawn: notice('drawn'),
      viewable: notice('viewable'),
      clicked: notice('clicked'),
      feedback: notice('feedback'),
    },
    ...changes,
  };
}
