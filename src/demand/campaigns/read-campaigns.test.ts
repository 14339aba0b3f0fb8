import { describe, expect, test } from 'bun:test';
import fileFaults from './file-faults.json';
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
  test.each(fileFaults)('%j', ({ lines, behind, line, path }) => {
    const text = fileWith(lines === undefined ? '' : `    ${lines}`, behind);
    const campaign = path.startsWith('[') ? '' : '[0].';
    expect(messageOf(text)).toStartWith(
      `campaigns.yaml, line ${line}: campaigns${campaign}${path}: `,
    );
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
