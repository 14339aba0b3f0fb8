import { afterAll, expect, test } from 'bun:test';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { atCleanUp, cleanUp } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
import { silentLog } from '../observe/log.ts';
import { createFeedReader, type RatesLine } from '../worker/feed.ts';
import { newsOf } from '../worker/feed-news.ts';
import { FEED_GROWTH_BYTES } from './feed-file.ts';
import { startStoreFeed } from './store-feed.ts';

afterAll(cleanUp);

const newWork = () => sharedWorkOf([{ name: 'own', kind: 'campaigns', store: true }]);

const rateOf = (name: string, text: string): RatesLine => ({
  kind: 'rates',
  partner: 'own',
  name,
  text,
});

test('a worker that starts knows all rates, also after the feed was written anew', async () => {
  const database = await openOwnLedger();
  const work = newWork();
  const known = new Map<string, RatesLine>();
  let news: RatesLine[] = [];
  const feed = startStoreFeed(work, {
    database: () => database,
    fillStore: async () => {},
    budgets: { assign() {} },
    rates: {
      learn: async () => news.length > 0,
      news: () => ({
        lines: news,
        taken() {
          news = [];
        },
      }),
      lines: () => [...known.values()],
      textOf: () => undefined,
    },
    onPublishers() {},
    kept: { read: () => undefined, keep() {} },
    held: () => new Map(),
    tellWorkers: async () => {},
    renewMemory() {},
    onWentBack() {},
    log: silentLog,
  });
  atCleanUp(async () => feed.stop());
  const learned = async (campaign: string, text: string) => {
    news = [rateOf(campaign, text)];
    known.set(campaign, rateOf(campaign, text));
    await feed.learn();
  };
  /** By campaign, the first letter of the last text. */
  const ratesIn = ({ assignment }: typeof work) =>
    Object.fromEntries(
      newsOf(createFeedReader(assignment.feedFile)()).rates.map(({ name, text }) => [
        name,
        text[0],
      ]),
    );

  await learned('first', 'a');
  expect(ratesIn(work)).toEqual({ first: 'a' });
  // So long that the feed is written anew, without what it says of before.
  for (const letter of ['b', 'c', 'd']) {
    await learned('second', letter.repeat(FEED_GROWTH_BYTES));
    expect(ratesIn(work)).toEqual({ first: 'a', second: letter });
  }
  const reloaded = newWork();
  feed.use(reloaded);
  expect(ratesIn(reloaded)).toEqual({ first: 'a', second: 'd' });
});
