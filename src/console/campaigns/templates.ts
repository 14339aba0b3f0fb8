/** Campaigns to start from. What a person has to fill in is empty. */
export type Template = { readonly name: string; readonly text: string; readonly campaign: object };

const CARD = { id: 'card-1', title: '', link: '' };

export const TEMPLATES: readonly Template[] = [
  {
    name: 'Blank',
    text: 'Only what every campaign needs.',
    campaign: { id: '', advertiser: '', domain: '', cpm: 5, creatives: [CARD] },
  },
  {
    name: 'Product people ask for',
    text: 'Shown when the conversation is about it. Paced over the day.',
    campaign: {
      id: '',
      advertiser: '',
      domain: '',
      cpm: 8,
      budget: { daily: 20, pacing: 'even' },
      targeting: { include: { keywords: [''] } },
      creatives: [{ ...CARD, cta: 'Find yours', price: '' }],
    },
  },
  {
    name: 'Filler',
    text: 'Runs on every request that nothing else fits, at a low price.',
    campaign: { id: '', advertiser: '', domain: '', cpm: 0.5, creatives: [CARD] },
  },
  {
    name: 'One country, some weeks',
    text: 'A flight with a total budget in one country.',
    campaign: {
      id: '',
      advertiser: '',
      domain: '',
      cpm: 5,
      flight: { start: '', end: '' },
      budget: { total: 500, pacing: 'even' },
      targeting: { include: { countries: [''] } },
      creatives: [CARD],
    },
  },
];
