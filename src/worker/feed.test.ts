import { afterAll, expect, test } from 'bun:test';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { createFeedReader, type FeedLine, HEADER_BYTES, headerText, lineText } from './feed.ts';

afterAll(cleanUp);

const HEADER = headerText({ edition: 1, serial: 0, knownBytes: HEADER_BYTES });

const LINES: readonly FeedLine[] = [
  { micros: false, impressions: false },
  { micros: true, impressions: false },
  { micros: false, impressions: true },
  { micros: true, impressions: true },
].map((limited, index) => ({
  kind: 'campaign',
  partner: 'house',
  campaign: `boots-${index}`,
  row: index,
  limited,
  text: index === 0 ? '' : JSON.stringify({ title: 'Größe\t42' }),
}));

const feedText = (lines: readonly FeedLine[]) => lines.map((line) => lineText(line, 1)).join('');

test('a worker reads every line as it was written, each once', () => {
  const file = join(temporaryFolder(), 'feed');
  writeFileSync(file, HEADER + feedText(LINES.slice(0, 3)));
  const read = createFeedReader(file);
  expect(read()).toEqual(LINES.slice(0, 3));
  expect(read()).toEqual([]);
  appendFileSync(file, feedText(LINES.slice(3)));
  expect(read()).toEqual(LINES.slice(3));
});

test('a name with tabs and newlines, as the id of an offer may have them, makes no other line', () => {
  const file = join(temporaryFolder(), 'feed');
  const names = ['p\n2\thouse\tboots\t0\t0\t', '100%', '%0A', 'p\t1', 'schön'];
  const lines = names.map(
    (name): FeedLine => ({
      kind: 'rates',
      partner: 'shop',
      name,
      text: '[]',
    }),
  );
  writeFileSync(file, HEADER + feedText(lines));
  expect(createFeedReader(file)()).toEqual(lines);
});

test('a line of each kind is read as it was written', () => {
  const file = join(temporaryFolder(), 'feed');
  const definition = { name: 'dsp', kind: 'openrtb', url: 'https://dsp.example' } as const;
  const lines: readonly FeedLine[] = [
    {
      kind: 'publisher',
      id: 'a\tb',
      state: 'active',
      keys: ['hash'],
      definition: { id: 'a\tb', blockedDomains: ['x\ny.example'] },
    },
    { kind: 'partner', name: 'dsp', row: 7, state: 'paused', definition },
    { kind: 'partner', name: 'gone', state: 'deleted', definition },
    { kind: 'held', publisher: 'p', reason: 'publish this line: a, b, DIRECT' },
    { kind: 'held', publisher: 'p', reason: '' },
    { kind: 'blocked', domains: ['bad.example'] },
  ];
  writeFileSync(file, HEADER + feedText(lines));
  expect(createFeedReader(file)()).toEqual([...lines]);
});
