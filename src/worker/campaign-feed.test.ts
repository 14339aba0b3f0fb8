import { afterAll, expect, test } from 'bun:test';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import {
  createFeedReader,
  type FeedLine,
  HEADER_BYTES,
  headerText,
  lineText,
} from './campaign-feed.ts';

afterAll(cleanUp);

const HEADER = headerText({ edition: 1, serial: 0, knownBytes: HEADER_BYTES });

const LINES: readonly FeedLine[] = [
  { micros: false, impressions: false },
  { micros: true, impressions: false },
  { micros: false, impressions: true },
  { micros: true, impressions: true },
].map((limited, index) => ({
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

test('a line that is not written to its end is read once it is', () => {
  const file = join(temporaryFolder(), 'feed');
  const bytes = Buffer.from(HEADER + feedText(LINES));
  // In the middle of a character of two bytes.
  const cut = bytes.lastIndexOf(Buffer.from('ö')) + 1;
  writeFileSync(file, bytes.subarray(0, cut));
  const read = createFeedReader(file);
  expect(read()).toEqual(LINES.slice(0, 3));
  appendFileSync(file, bytes.subarray(cut));
  expect(read()).toEqual(LINES.slice(3));
});
