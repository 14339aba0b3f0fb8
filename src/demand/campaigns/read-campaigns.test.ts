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
    [
      'an unknown key',
      '    bugdet: 5',
      'line 7: campaigns[0].bugdet: unknown key; expected one of id,',
    ],
    [
      'a language that is no code',
      '    language: de-AT',
      'line 7: campaigns[0].language: expected a language code of ISO 639-1 like "de", but got "de-AT"',
    ],
    [
      'a budget without a limit',
      '    budget:\n      pacing: even',
      'line 7: campaigns[0].budget: expected a limit: total, daily or impressions',
    ],
    [
      'a budget that is a bare amount',
      '    budget: 500',
      'line 7: campaigns[0].budget: expected an object, but got 500',
    ],
    [
      'a budget below a cent',
      '    budget: { daily: 0.001 }',
      'line 7: campaigns[0].budget.daily: expected an amount of USD from 0.01 to 1000000000, but got 0.001',
    ],
    [
      'a budget above what can be counted',
      '    budget: { total: 1000000001 }',
      'line 7: campaigns[0].budget.total: expected an amount of USD from 0.01 to 1000000000, but got 1000000001',
    ],
    [
      'a pacing that is not known',
      '    budget: { daily: 10, pacing: fast }',
      'line 7: campaigns[0].budget.pacing: expected one of "even", "asap", but got "fast"',
    ],
    [
      'caps without a number',
      '    budget: { impressions: {} }',
      'line 7: campaigns[0].budget.impressions: expected total, daily or both',
    ],
    [
      'half an impression',
      '    budget: { impressions: { daily: 0.5 } }',
      'line 7: campaigns[0].budget.impressions.daily: expected an integer from 1 to 1000000000000, but got 0.5',
    ],
    [
      'a daily budget above the total',
      '    budget: { total: 10, daily: 11 }',
      'line 7: campaigns[0].budget.daily: expected at most the total of 10, but got 11',
    ],
    [
      'a daily cap above the total',
      '    budget: { impressions: { total: 10, daily: 11 } }',
      'line 7: campaigns[0].budget.impressions.daily: expected at most the total of 10, but got 11',
    ],
    [
      'an unknown dimension',
      '    targeting:\n      include:\n        topic: [boots]',
      'line 9: campaigns[0].targeting.include.topic: unknown key; expected one of intents,',
    ],
    [
      'a wrong type',
      '    targeting:\n      exclude: { countries: DE }',
      'line 8: campaigns[0].targeting.exclude.countries: expected an array of 1 to 1000 items, but got the string "DE"',
    ],
    [
      'a risk where there is none',
      '    riskMax: 5',
      'line 7: campaigns[0].riskMax: expected it with cpc or cpa alone: what is owed for an impression is charged with a cpm',
    ],
    [
      'a list without values',
      '    targeting:\n      include: { topics: [] }',
      'line 8: campaigns[0].targeting.include.topics: expected an array of 1 to 1000 items, but got 0 items',
    ],
    [
      'a key with nothing behind it',
      '    targeting:\n      include:\n        countries:',
      'line 9: campaigns[0].targeting.include.countries: expected a value, but there is none behind the key',
    ],
    [
      'a country that is none',
      '    targeting:\n      include: { countries: [DE, XX] }',
      'line 8: campaigns[0].targeting.include.countries[1]: expected a country code of ISO 3166 like "DE" or "DEU", but got "XX"',
    ],
    [
      'a keyword without a word',
      '    targeting: { include: { keywords: ["!!"] } }',
      'line 7: campaigns[0].targeting.include.keywords[0]: expected a keyword of 1 to 4 words, but got "!!"',
    ],
    [
      'turns that end before they begin',
      '    targeting: { include: { turns: { from: 5, to: 3 } } }',
      'line 7: campaigns[0].targeting.include.turns: expected from to be at most to, but got 5 and 3',
    ],
    [
      'turns without an end or a beginning',
      '    targeting: { include: { turns: {} } }',
      'line 7: campaigns[0].targeting.include.turns: expected from, to or both',
    ],
    [
      'hours that are none',
      '    targeting: { include: { hours: { from: 5, to: 5 } } }',
      'line 7: campaigns[0].targeting.include.hours: expected two different hours, but got 5 twice',
    ],
    [
      'a day that does not exist',
      '    flight:\n      start: 2026-02-30',
      'line 8: campaigns[0].flight.start: expected a date like 2026-03-01, or a time with its zone like 2026-03-01T09:00:00Z, but got "2026-02-30"',
    ],
    [
      'a time without a zone',
      '    flight:\n      end: 2026-02-03T10:00:00',
      'line 8: campaigns[0].flight.end: expected a date like 2026-03-01, or a time',
    ],
    [
      'a flight that ends before it starts',
      '    flight:\n      start: 2026-03-02\n      end: 2026-03-01',
      'line 9: campaigns[0].flight.end: expected an end after the start 2026-03-02, but got 2026-03-01',
    ],
    [
      'an adjustment without a condition',
      '    adjustments:\n      - { when: {}, factor: 2 }',
      'line 8: campaigns[0].adjustments[0].when: expected at least one condition',
    ],
    [
      'a factor that is none',
      '    adjustments:\n      - { when: { days: [mon] }, factor: 0 }',
      'line 8: campaigns[0].adjustments[0].factor: expected a number from 0.01 to 100, but got 0',
    ],
    [
      'adjustments that run away',
      '    adjustments: [{ when: { days: [mon] }, factor: 90 }, { when: { hours: { from: 1, to: 2 } }, factor: 90 }]',
      'line 7: campaigns[0].adjustments: expected a CPM of at most 1000 when all of them apply, but it can reach 20250',
    ],
    [
      'a category of another taxonomy',
      '    categories: ["483"]',
      'line 7: campaigns[0].categories[0]: expected a category of taxonomy 1 like "IAB17-1" (cattax names another), but got "483"',
    ],
    [
      'a category of taxonomy 1 under another',
      '    cattax: 7\n    categories: [IAB17]',
      'line 8: campaigns[0].categories[0]: expected a category of taxonomy 7, but got "IAB17" of taxonomy 1',
    ],
    ['a key that occurs twice', '    cpm: 3', 'line 7: Map keys must be unique'],
  ];
  test.each(inCampaign)('%s', (_, lines, message) => {
    expect(messageOf(fileWith(lines))).toStartWith(`campaigns.yaml, ${message}`);
  });

  const inCreative: readonly [string, string, string][] = [
    [
      'a format that is not known',
      '        formats: [native_standart]',
      'line 12: campaigns[0].creatives[0].formats[0]: expected one of "native_standard",',
    ],
    [
      'a picture over plain HTTP',
      '        images: [{ url: "http://a.example/i.png", w: 10, h: 10 }]',
      'line 12: campaigns[0].creatives[0].images[0].url: expected a URL that starts with https://, without a user, spaces, quotes and backslashes, or a path that starts with /, but got "http://a.example/i.png"',
    ],
    [
      'a picture of another origin in disguise',
      '        images: [{ url: "//a.example/i.png", w: 10, h: 10 }]',
      'line 12: campaigns[0].creatives[0].images[0].url: expected a URL that starts with https://',
    ],
    [
      'a picture without a size',
      '        images: [{ url: /i.png, w: 10 }]',
      'line 12: campaigns[0].creatives[0].images[0].h: expected an integer from 1 to 10000, but the field is missing',
    ],
    [
      'a price that is a bare number',
      '        price: 129',
      'line 12: campaigns[0].creatives[0].price: expected a price as people will read it, like "$129.00", but got 129',
    ],
    [
      'a creative id that occurs twice',
      '      - { id: boots-1, title: Again, link: "https://boots.example/" }',
      'line 12: campaigns[0].creatives[1].id: "boots-1" is used twice',
    ],
    [
      'a campaign id that occurs twice',
      '  - id: boots\n    advertiser: B\n    domain: b.example\n    cpm: 1\n    creatives: [{ id: c, title: T, link: "https://b.example/" }]',
      'line 12: campaigns[1].id: "boots" is used twice',
    ],
    [
      'a budget that does not pay for one impression',
      '  - id: b\n    advertiser: B\n    domain: b.example\n    cpm: 20.001\n    budget: { total: 5, daily: 0.02 }\n    creatives: [{ id: c, title: T, link: "https://b.example/" }]',
      'line 16: campaigns[1].budget.daily: expected at least the 0.020001 USD that one impression costs, but got 0.02',
    ],
    [
      'a link that is not HTTPS',
      '  - id: b\n    advertiser: B\n    domain: b.example\n    cpm: 1\n    creatives: [{ id: c, title: T, link: "http://b.example/" }]',
      'line 16: campaigns[1].creatives[0].link: expected a URL that starts with https://, without a user, spaces, quotes and backslashes, but got "http://b.example/"',
    ],
    [
      'a domain that is an address',
      '  - id: b\n    advertiser: B\n    domain: https://b.example/\n    cpm: 1\n    creatives: [{ id: c, title: T, link: "https://b.example/" }]',
      'line 14: campaigns[1].domain: expected a host name like "shop.example", but got "https://b.example/"',
    ],
  ];
  test.each(inCreative)('%s', (_, lines, message) => {
    expect(messageOf(fileWith('', lines))).toStartWith(`campaigns.yaml, ${message}`);
  });

  test('a key that is missing, at the line of the object that lacks it', () => {
    expect(messageOf('campaigns:\n  - id: boots\n')).toBe(
      'campaigns.yaml, line 2: campaigns[0].advertiser: expected a non-empty string of at most 100 characters, but the field is missing',
    );
  });
});

describe('a text that is no campaigns file at all', () => {
  const cases: readonly [string, string, string][] = [
    ['an empty file', '', 'campaigns.yaml: campaigns: expected an array of at most 100000 items'],
    ['a list', '- id: a', 'campaigns.yaml, line 1: expected an object, but got an array'],
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
