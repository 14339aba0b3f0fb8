import { afterAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { createFeedReader, type FeedLine } from '../../store/feed/feed.ts';
import { createFeedFile } from './feed-file.ts';

afterAll(cleanUp);

const GROWTH_BYTES = 1000;

function line(campaign: string, cpm: number): FeedLine {
  const limited = { micros: true, impressions: false };
  return {
    kind: 'campaign',
    partner: 'own',
    campaign,
    row: 3,
    limited,
    text: `{"id":"ä","cpm":${cpm}}`,
  };
}

function newFeed() {
  const file = join(temporaryFolder(), 'feed.tsv');
  const feed = createFeedFile(file, GROWTH_BYTES);
  feed.renew([]);
  return { file, feed };
}

test('after the feed was written anew, a worker that knew everything reads only what is added', () => {
  const { file, feed } = newFeed();
  const read = createFeedReader(file);
  feed.append([line('a', 1), line('b', 2), line('a', 3)]);
  read();
  feed.shorten([line('b', 2), line('a', 3)]);
  expect(read()).toEqual([]);
  feed.append([line('b', 4)]);
  expect(read()).toEqual([line('b', 4)]);
});

test('after the feed was written anew, a worker that was behind reads all of it, and so does a new one', () => {
  const { file, feed } = newFeed();
  const behind = createFeedReader(file);
  feed.append([line('a', 1)]);
  behind();
  feed.append([line('b', 2)]);
  feed.shorten([line('a', 1), line('b', 2)]);
  feed.append([line('c', 3)]);
  const all = [line('a', 1), line('b', 2), line('c', 3)];
  expect(behind()).toEqual(all);
  expect(createFeedReader(file)()).toEqual(all);
});

test('a feed that was deleted is not whole until it was written anew, and then every worker reads all of it', () => {
  const { file, feed } = newFeed();
  const read = createFeedReader(file);
  feed.append([line('a', 1)]);
  read();
  rmSync(file);
  expect(feed.isWhole()).toBeFalse();
  feed.renew([line('a', 1), line('b', 2)]);
  expect(feed.isWhole()).toBeTrue();
  expect(read()).toEqual([line('a', 1), line('b', 2)]);
});
