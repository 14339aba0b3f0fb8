/**
 * What it costs to know what a request and an ad are about, and how well they fit: in microseconds, the least of many short
 * rounds, since neighbours on the machine come and go. At most 10 µs for a request is the aim, and 20 MB for everything.
 */

import { aboutConversation } from '../../src/demand/about-request.ts';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { createTierFitsBuilder } from '../../src/demand/campaigns/tier-fits.ts';

type Words = Parameters<typeof aboutConversation>[0];

const ROUNDS = 300;
const REQUESTS = 200;

const words = (fields: Partial<Words>): Words => ({
  language: 'en',
  keywords: [],
  topics: [],
  siteCategories: [],
  contentCategories: [],
  title: '',
  intent: '',
  ...fields,
});

/** Ten syllables that no list knows, by a number. */
function invented(number: number): string {
  let rest = Math.imul(number + 1, 2654435761) >>> 0;
  let word = '';
  for (let at = 0; at < 5; at++) {
    word += `${'bdfglmnprst'[rest % 11]}${'aeiou'[(rest >> 4) % 5]}`;
    rest = (Math.imul(rest, 1103515245) + 12345) >>> 0;
  }
  return word;
}

const ENDS = ['schaftlichkeiten', 'ungsgesellschaft', 'maschinenteile', 'schuhartigen'];
const compound = (number: number) => `${invented(number)}${ENDS[number % ENDS.length]}`;
const many = (make: (at: number) => Words) => Array.from({ length: REQUESTS }, (_, at) => make(at));
const keywordsOf = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

const CASES: Readonly<Record<string, readonly Words[]>> = {
  'a usual request': many(() =>
    words({
      keywords: ['trail running shoes', 'waterproof jacket', 'alps'],
      topics: ['footwear', 'hiking'],
      siteCategories: ['IAB17'],
      intent: 'purchase_inquiry',
    }),
  ),
  'the same in no stated language': many(() =>
    words({ language: '', keywords: ['trail running shoes', 'waterproof jacket', 'alps'] }),
  ),
  'ten unknown German compounds': many((at) =>
    words({ language: 'de', keywords: keywordsOf(10, (word) => compound(at * 10 + word)) }),
  ),
  'all lists and texts full': many((at) =>
    words({
      language: 'de',
      keywords: keywordsOf(10, (word) =>
        keywordsOf(6, (part) => compound(at * 60 + word * 6 + part)).join(' '),
      ),
      topics: keywordsOf(20, compound),
      siteCategories: keywordsOf(50, () => '483'),
      contentCategories: keywordsOf(50, () => 'IAB17'),
      title: 'schuhe '.repeat(2000),
    }),
  ),
};

function leastMicros(count: number, run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    run();
    least = Math.min(least, performance.now() - startMs);
  }
  return (1000 * least) / count;
}

const out = (name: string, value: string) =>
  process.stdout.write(`${name.padEnd(34)}${value.padStart(10)}\n`);

for (const [name, requests] of Object.entries(CASES)) {
  const micros = leastMicros(requests.length, () => {
    for (const request of requests) aboutConversation(request);
  });
  out(name, `${micros.toFixed(2)} µs`);
}

const AD: Campaign = {
  id: 'a',
  advertiser: 'A',
  domain: 'a.example',
  cpm: 1,
  categories: ['IAB17-30'],
  targeting: { include: { keywords: ['trail shoes', 'running shoes', 'hiking boots'] } },
  creatives: [
    {
      id: 'c',
      title: 'Trail shoes with grip for wet rock',
      description: 'A 5 mm lug and a rock plate, at 270 grams. Sixty days to try them outside.',
      link: 'https://a.example/',
    },
  ],
};
const ads = Array.from({ length: REQUESTS }, () => AD);
const addAll = () => {
  const { add, finish } = createTierFitsBuilder();
  for (const ad of ads) add(ad);
  return finish();
};
out('an ad, once', `${leastMicros(ads.length, addAll).toFixed(2)} µs`);
const [fits, conversation] = [
  addAll(),
  aboutConversation(CASES['a usual request']?.[0] ?? words({})),
];
if (conversation !== undefined) {
  const micros = leastMicros(ads.length, () => {
    for (let at = 0; at < ads.length; at++) fits.fitFor(at, conversation);
  });
  out('the fit of one campaign', `${micros.toFixed(3)} µs`);
}
process.exit(0);
