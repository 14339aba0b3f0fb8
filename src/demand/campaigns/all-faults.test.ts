import { expect, test } from 'bun:test';
import { CampaignsFault, parseCampaigns } from './read-campaigns.ts';

test('wrong keys of some campaigns hide no contradiction of the others, and all are in the order of their lines', () => {
  const oneWith = (id: string, keys: string) =>
    `  - { id: ${id}, advertiser: A, domain: a.example, ${keys}, creatives: [{ id: x, title: X, link: "https://a.example/" }] }\n`;
  const text = `campaigns:
${oneWith('a', 'cpm: 1, flight: { start: 2036-01-01, end: 2035-01-01 }')}${oneWith('b', 'cpm: x')}${oneWith('c', 'cpm: 1, zone:')}${oneWith('a', 'cpm: 1')}`;
  const read = parseCampaigns(text, 'f');
  if (!(read instanceof CampaignsFault)) throw new Error('expected faults');
  const { shown } = read.sentences;
  expect(shown.map((sentence) => sentence.split(': ').slice(0, 2).join(': '))).toEqual([
    'f, line 2: campaigns[0].flight.end',
    'f, line 3: campaigns[1].cpm',
    'f, line 4: campaigns[2].zone',
    'f, line 5: campaigns[3].id',
  ]);
});
