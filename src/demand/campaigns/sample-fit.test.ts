import { describe, expect, test } from 'bun:test';
import {
  bidsOf,
  campaignOf,
  contextOf,
  creativeOf,
  requestOf,
  solicit,
} from '../../../test/campaigns/test-support.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';

type Kind = readonly [title: string, category: string, keywords: readonly string[]];

/** What the samples sell, at the words that brought them into conversations about something else. */
const KINDS: Readonly<Record<string, Kind>> = {
  planning: [
    'Project planning software for teams',
    'IAB3-4',
    ['sprint', 'project planning', 'keynote'],
  ],
  shoes: ['Trail shoes with grip', 'IAB17-30', ['running', 'trail shoes']],
  mouse: ['A quiet computer mouse', 'IAB19-9', ['mouse', 'mouse trap', 'wireless mouse']],
  book: ['Data with Python: the book', 'IAB19-20', ['python', 'data analysis']],
  'pet food': ['Food for cats and dogs', 'IAB16', ['cat', 'cat food', 'cat allergy']],
  coffee: ['Coffee beans, freshly roasted', 'IAB8-6', ['beans', 'coffee beans']],
  speakerphone: ['Speakerphone for meetings', 'IAB19-29', ['speakers', 'speakerphone', 'audio']],
  lessons: ['Spanish lessons', 'IAB5-8', ['translation', 'spanish lessons']],
};

const PARTNER = createCampaignsPartner({
  name: 'house',
  imageBaseUrl: '',
  campaigns: Object.entries(KINDS).map(([kind, [title, category, keywords]], at) =>
    campaignOf({
      id: kind.replace(' ', '-'),
      cpm: 12 - at,
      categories: [category],
      creatives: [creativeOf({ title })],
      targeting: { include: { keywords } },
    }),
  ),
});

function shown(keywords: string, intent = 'information_seeking'): readonly (string | undefined)[] {
  const context = contextOf({ intent: { value: intent, confidence: 1, topics: [], signals: [] } });
  const request = requestOf({ site: { keywords }, device: { language: 'en' }, ...context });
  return bidsOf(PARTNER.bid(solicit(request))).map(({ cid }) => cid);
}

describe('a word that is meant in another sense brings no ad', () => {
  test.each([
    ['sprint, athletics'],
    ['running for mayor, election'],
    ['mouse trap'],
    ['python, terrarium'],
    ['cat allergy'],
    ['green beans'],
    ['keynote speakers'],
    ['dna translation'],
  ])('%s', (keywords) => {
    expect(shown(keywords)).toEqual([]);
  });
});

describe('and brings one where it is meant in the ad’s', () => {
  test.each([
    ['sprint, project planning', 'planning'],
    ['trail running', 'shoes'],
    ['wireless mouse, keyboard', 'mouse'],
    ['python, data analysis', 'book'],
    ['cat food', 'pet-food'],
    ['espresso, coffee beans', 'coffee'],
    ['bluetooth speakers', 'speakerphone'],
    ['translation, spanish lessons', 'lessons'],
  ])('%s', (keywords, kind) => {
    expect(shown(keywords, 'purchase_inquiry')).toEqual([kind]);
  });
});
