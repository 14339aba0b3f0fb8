import type { Draft } from '../../../ui/form-field.tsx';

const CARD = { id: 'card-1', title: '', link: '' };
const WHO = { id: '', advertiser: '', domain: '' };
const PACED = { daily: 20, pacing: 'even' };
const ABOUT = { include: { keywords: [''] } };

type Template = { readonly name: string; readonly text: string; readonly campaign: Draft };

/** Campaigns to start from. What a person has to fill in is empty. */
export const TEMPLATES: readonly Template[] = [
  {
    name: 'Blank',
    text: 'Only what every campaign needs.',
    campaign: { ...WHO, cpm: 5, creatives: [CARD] },
  },
  {
    name: 'Product people ask for',
    text: 'Shown when the conversation is about it. Paced over the day.',
    campaign: {
      ...{ ...WHO, cpm: 8, budget: PACED, targeting: ABOUT },
      creatives: [{ ...CARD, cta: 'Find yours', price: '' }],
    },
  },
  {
    name: 'Pay for clicks',
    text: 'Charged when somebody clicks. The bid follows its click rate.',
    campaign: {
      ...{ ...WHO, cpc: 0.5, budget: PACED, targeting: ABOUT },
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
      ...{ ...WHO, cpm: 5, flight: { start: '', end: '' }, budget: { total: 500, pacing: 'even' } },
      ...{ targeting: { include: { countries: [''] } }, creatives: [CARD] },
    },
  },
];

/** What a template does not decide, or somebody has typed already. */
const TYPED = ['id', 'advertiser', 'domain', 'categories', 'language', 'zone'];

export function templateWith({ campaign }: Template, typed: Draft): Draft {
  const kept = Object.entries(typed).filter(([key]) => TYPED.includes(key));
  return { ...campaign, ...Object.fromEntries(kept) };
}
