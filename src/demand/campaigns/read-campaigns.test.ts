import { describe, expect, test } from 'bun:test';
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
  const inCampaign: readonly [string, number, string][] = [
    ['bugdet: 5', 7, 'bugdet'],
    ['language: de-AT', 7, 'language'],
    ['budget:\n      pacing: even', 7, 'budget'],
    ['budget: 500', 7, 'budget'],
    ['budget: { daily: 0.001 }', 7, 'budget.daily'],
    ['budget: { daily: 10, pacing: fast }', 7, 'budget.pacing'],
    ['budget: { total: 10, daily: 11 }', 7, 'budget.daily'],
    ['targeting:\n      include:\n        topic: [boots]', 9, 'targeting.include.topic'],
    ['targeting:\n      exclude: { countries: DE }', 8, 'targeting.exclude.countries'],
    ['riskMax: 5', 7, 'riskMax'],
    ['targeting:\n      include: { topics: [] }', 8, 'targeting.include.topics'],
    ['targeting:\n      include:\n        countries:', 9, 'targeting.include.countries'],
    ['targeting:\n      include: { countries: [DE, XX] }', 8, 'targeting.include.countries[1]'],
    ['targeting: { include: { keywords: ["!!"] } }', 7, 'targeting.include.keywords[0]'],
    ['targeting: { include: { turns: { from: 5, to: 3 } } }', 7, 'targeting.include.turns'],
    ['targeting: { include: { hours: { from: 5, to: 5 } } }', 7, 'targeting.include.hours'],
    ['flight:\n      start: 2026-02-30', 8, 'flight.start'],
    ['flight:\n      start: 2026-03-02\n      end: 2026-03-01', 9, 'flight.end'],
    ['adjustments:\n      - { when: {}, factor: 2 }', 8, 'adjustments[0].when'],
    ['adjustments:\n      - { when: { days: [mon] }, factor: 0 }', 8, 'adjustments[0].factor'],
    [
      'adjustments: [{ when: { days: [mon] }, factor: 90 }, { when: { hours: { from: 1, to: 2 } }, factor: 90 }]',
      7,
      'adjustments',
    ],
    ['categories: ["483"]', 7, 'categories[0]'],
    ['cattax: 7\n    categories: [IAB17]', 8, 'categories[0]'],
  ];
  test.each(inCampaign)('%j is refused at line %i: %s', (lines, line, path) => {
    const message = messageOf(fileWith(`    ${lines}`));
    expect(message).toStartWith(`campaigns.yaml, line ${line}: campaigns[0].${path}: `);
  });

  const other = (cpm: string, rest: string, link = 'https://b.example/') =>
    `  - { id: b, advertiser: B, domain: b.example, cpm: ${cpm}${rest}, creatives: [{ id: c, title: T, link: "${link}" }] }`;
  const again = '      - { id: boots-1, title: Again, link: "https://boots.example/" }';
  const behind: readonly [string, string][] = [
    ['        formats: [native_standart]', '[0].creatives[0].formats[0]'],
    [
      '        images: [{ url: "http://a.example/i", w: 1, h: 1 }]',
      '[0].creatives[0].images[0].url',
    ],
    [
      '        images: [{ url: "//a.example/i.png", w: 1, h: 1 }]',
      '[0].creatives[0].images[0].url',
    ],
    ['        images: [{ url: /i.png, w: 10 }]', '[0].creatives[0].images[0].h'],
    ['        price: 129', '[0].creatives[0].price'],
    [again, '[0].creatives[1].id'],
    [other('1', '').replace('id: b,', 'id: boots,'), '[1].id'],
    [other('20.001', ', budget: { total: 5, daily: 0.02 }'), '[1].budget.daily'],
    [other('1', '', 'http://b.example/'), '[1].creatives[0].link'],
  ];
  test.each(behind)('%j is refused at line 12: %s', (lines, path) => {
    const message = messageOf(fileWith('', lines));
    expect(message).toStartWith(`campaigns.yaml, line 12: campaigns${path}: `);
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
