import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CampaignsFault, parseCampaigns, readCampaigns } from './read-campaigns.ts';

/** Eleven lines; what a test adds to the campaign begins on line 7. */
const fileWith = (lines: string, creative = '') => `campaigns:
  - id: boots
    advertiser: Boots & Co
    domain: boots.example
    cpm: 2.5
    # added by the test:
${lines === '' ? '    # nothing' : lines}
    creatives:
      - id: boots-1
        title: Boots
        link: https://boots.example/
${creative}`;

const messageOf = (text: string) => {
  const result = parseCampaigns(text, 'campaigns.yaml');
  return result instanceof CampaignsFault ? result.sentences.shown[0] : undefined;
};

test('a file without faults gives its campaigns', () => {
  const text = fileWith('    targeting: { include: { countries: [DE], days: [mon] } }');
  expect(parseCampaigns(text, 'campaigns.yaml')).toEqual([
    {
      id: 'boots',
      advertiser: 'Boots & Co',
      domain: 'boots.example',
      cpm: 2.5,
      targeting: { include: { countries: ['DE'], days: ['mon'] } },
      creatives: [{ id: 'boots-1', title: 'Boots', link: 'https://boots.example/' }],
    },
  ]);
});

describe('a fault names the file, the line and the key', () => {
  const inCampaign: readonly [string, string, string][] = [
    ['an unknown key', '    bugdet: 5', 'line 7: campaigns[0].bugdet'],
    ['a language that is no code', '    language: de-AT', 'line 7: campaigns[0].language'],
    ['a budget without a limit', '    budget:\n      pacing: even', 'line 7: campaigns[0].budget'],
    ['a budget that is a bare amount', '    budget: 500', 'line 7: campaigns[0].budget'],
    ['a budget below a cent', '    budget: { daily: 0.001 }', 'line 7: campaigns[0].budget.daily'],
    [
      'a pacing that is not known',
      '    budget: { daily: 10, pacing: fast }',
      'line 7: campaigns[0].budget.pacing',
    ],
    [
      'a daily budget above the total',
      '    budget: { total: 10, daily: 11 }',
      'line 7: campaigns[0].budget.daily',
    ],
    [
      'an unknown dimension',
      '    targeting:\n      include:\n        topic: [boots]',
      'line 9: campaigns[0].targeting.include.topic',
    ],
    [
      'a wrong type',
      '    targeting:\n      exclude: { countries: DE }',
      'line 8: campaigns[0].targeting.exclude.countries',
    ],
    ['a risk where there is none', '    riskMax: 5', 'line 7: campaigns[0].riskMax'],
    [
      'a list without values',
      '    targeting:\n      include: { topics: [] }',
      'line 8: campaigns[0].targeting.include.topics',
    ],
    [
      'a key with nothing behind it',
      '    targeting:\n      include:\n        countries:',
      'line 9: campaigns[0].targeting.include.countries',
    ],
    [
      'a country that is none',
      '    targeting:\n      include: { countries: [DE, XX] }',
      'line 8: campaigns[0].targeting.include.countries[1]',
    ],
    [
      'a keyword without a word',
      '    targeting: { include: { keywords: ["!!"] } }',
      'line 7: campaigns[0].targeting.include.keywords[0]',
    ],
    [
      'turns that end before they begin',
      '    targeting: { include: { turns: { from: 5, to: 3 } } }',
      'line 7: campaigns[0].targeting.include.turns',
    ],
    [
      'hours that are none',
      '    targeting: { include: { hours: { from: 5, to: 5 } } }',
      'line 7: campaigns[0].targeting.include.hours',
    ],
    [
      'a day that does not exist',
      '    flight:\n      start: 2026-02-30',
      'line 8: campaigns[0].flight.start',
    ],
    [
      'a flight that ends before it starts',
      '    flight:\n      start: 2026-03-02\n      end: 2026-03-01',
      'line 9: campaigns[0].flight.end',
    ],
    [
      'an adjustment without a condition',
      '    adjustments:\n      - { when: {}, factor: 2 }',
      'line 8: campaigns[0].adjustments[0].when',
    ],
    [
      'a factor that is none',
      '    adjustments:\n      - { when: { days: [mon] }, factor: 0 }',
      'line 8: campaigns[0].adjustments[0].factor',
    ],
    [
      'adjustments that run away',
      '    adjustments: [{ when: { days: [mon] }, factor: 90 }, { when: { hours: { from: 1, to: 2 } }, factor: 90 }]',
      'line 7: campaigns[0].adjustments',
    ],
    [
      'a category of another taxonomy',
      '    categories: ["483"]',
      'line 7: campaigns[0].categories[0]',
    ],
    [
      'a category of taxonomy 1 under another',
      '    cattax: 7\n    categories: [IAB17]',
      'line 8: campaigns[0].categories[0]',
    ],
    ['a key that occurs twice', '    cpm: 3', 'line 7: Map keys'],
  ];
  test.each(inCampaign)('%s', (_, lines, place) => {
    expect(messageOf(fileWith(lines))).toStartWith(`campaigns.yaml, ${place}`);
  });

  const other = (cpm: string, rest: string, link = 'https://b.example/') =>
    `  - { id: b, advertiser: B, domain: b.example, cpm: ${cpm}${rest}, creatives: [{ id: c, title: T, link: "${link}" }] }`;
  const inCreative: readonly [string, string, string][] = [
    [
      'a format that is not known',
      '        formats: [native_standart]',
      'line 12: campaigns[0].creatives[0].formats[0]',
    ],
    [
      'a picture over plain HTTP',
      '        images: [{ url: "http://a.example/i.png", w: 10, h: 10 }]',
      'line 12: campaigns[0].creatives[0].images[0].url',
    ],
    [
      'a picture of another origin in disguise',
      '        images: [{ url: "//a.example/i.png", w: 10, h: 10 }]',
      'line 12: campaigns[0].creatives[0].images[0].url',
    ],
    [
      'a picture without a size',
      '        images: [{ url: /i.png, w: 10 }]',
      'line 12: campaigns[0].creatives[0].images[0].h',
    ],
    [
      'a price that is a bare number',
      '        price: 129',
      'line 12: campaigns[0].creatives[0].price',
    ],
    [
      'a creative id that occurs twice',
      '      - { id: boots-1, title: Again, link: "https://boots.example/" }',
      'line 12: campaigns[0].creatives[1].id',
    ],
    [
      'a campaign id that occurs twice',
      other('1', '').replace('id: b,', 'id: boots,'),
      'line 12: campaigns[1].id',
    ],
    [
      'a budget that does not pay for one impression',
      other('20.001', ', budget: { total: 5, daily: 0.02 }'),
      'line 12: campaigns[1].budget.daily',
    ],
    [
      'a link that is not HTTPS',
      other('1', '', 'http://b.example/'),
      'line 12: campaigns[1].creatives[0].link',
    ],
  ];
  test.each(inCreative)('%s', (_, lines, place) => {
    expect(messageOf(fileWith('', lines))).toStartWith(`campaigns.yaml, ${place}`);
  });

  test('and says what was expected, and what came instead', () => {
    expect(messageOf(fileWith('    budget: { daily: 0.001 }'))).toBe(
      'campaigns.yaml, line 7: campaigns[0].budget.daily: expected an amount of USD from 0.01 to 1000000000, but got 0.001',
    );
  });

  test('a key that is missing, at the line of the object that lacks it', () => {
    expect(messageOf('campaigns:\n  - id: boots\n')).toStartWith(
      'campaigns.yaml, line 2: campaigns[0].advertiser: ',
    );
  });
});

describe('a text that is no campaigns file at all', () => {
  const cases: readonly [string, string, string][] = [
    ['an empty file', '', 'campaigns.yaml: campaigns: '],
    ['a list', '- id: a', 'campaigns.yaml, line 1: expected an object'],
    ['broken YAML', 'campaigns:\n  - id: "a\n', 'campaigns.yaml, line 2: '],
    ['an alias to nothing', 'campaigns: *nothing', 'campaigns.yaml, line 1: expected an anchor'],
  ];
  test.each(cases)('%s', (_, text, message) => {
    expect(messageOf(text)).toStartWith(message.replace(', line 2: ', ', line'));
  });
});

test('a file that is not there is a fault, not a crash', () => {
  const result = readCampaigns('/nonexistent/campaigns.yaml');
  expect(result).toBeInstanceOf(CampaignsFault);
  expect((result as CampaignsFault).message).toStartWith(
    '/nonexistent/campaigns.yaml cannot be read: ',
  );
});

test('a fault in a file on disk names it by its path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-'));
  const file = join(folder, 'mine.yaml');
  try {
    writeFileSync(file, 'campaigns:\n  - 5\n');
    const result = readCampaigns(file);
    expect((result as CampaignsFault).message).toBe(
      `${file}, line 2: campaigns[0]: expected an object, but got 5`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a rating is from 0 to 5, and turns may begin and end with the same one', () => {
  const rated = (rating: number) => messageOf(fileWith('', `        rating: ${rating}\n`));
  expect([rated(0), rated(5)]).toEqual([undefined, undefined]);
  expect(rated(-0.1)).toContain('rating');
  expect(rated(5.1)).toContain('rating');
  const turns = (from: number, to: number) =>
    messageOf(fileWith(`    targeting: { include: { turns: { from: ${from}, to: ${to} } } }`));
  expect(turns(3, 3)).toBeUndefined();
  expect(turns(4, 3)).toContain('expected from to be at most to, but got 4 and 3');
});
