import type { Draft } from '../../../ui/form-field.tsx';
import { withChanges } from '../../../ui/json-path.ts';
import { PRICES } from './form-fields.ts';

const CARD = { id: 'card-1', title: '', link: '' };
const WHO = { id: '', advertiser: '', domain: '' };

/** Campaigns to start from. What a person has to fill in is empty. */
export const TEMPLATES: readonly {
  readonly name: string;
  readonly text: string;
  readonly campaign: Draft;
}[] = [
  {
    name: 'Blank',
    text: 'Only what every campaign needs.',
    campaign: { ...WHO, cpm: 5, creatives: [CARD] },
  },
  {
    name: 'Product people ask for',
    text: 'Shown when the conversation is about it. Paced over the day.',
    campaign: {
      ...WHO,
      cpm: 8,
      budget: { daily: 20, pacing: 'even' },
      targeting: { include: { keywords: [''] } },
      creatives: [{ ...CARD, cta: 'Find yours', price: '' }],
    },
  },
  {
    name: 'Pay for clicks',
    text: 'Charged when somebody clicks. The bid follows its click rate.',
    campaign: {
      ...WHO,
      cpc: 0.5,
      budget: { daily: 20, pacing: 'even' },
      targeting: { include: { keywords: [''] } },
      creatives: [{ ...CARD, cta: 'Find yours' }],
    },
  },
  {
    name: 'Filler',
    text: 'Runs on every request that nothing else fits, at a low price.',
    campaign: { ...WHO, cpm: 0.5, creatives: [CARD] },
  },
  {
    name: 'One country, some weeks',
    text: 'A flight with a total budget in one country.',
    campaign: {
      ...WHO,
      cpm: 5,
      flight: { start: '', end: '' },
      budget: { total: 500, pacing: 'even' },
      targeting: { include: { countries: [''] } },
      creatives: [CARD],
    },
  },
];

/** Another template with what was typed into the one before. It pays for what the new one pays for. */
export function moved(typed: Draft, from: Draft, to: Draft): Draft {
  const both = withChanges(to, from, typed) as Draft;
  const isOf = (key: string) => !Object.hasOwn(PRICES, key) || to[key] !== undefined;
  return Object.fromEntries(Object.entries(both).filter(([key]) => isOf(key)));
}
