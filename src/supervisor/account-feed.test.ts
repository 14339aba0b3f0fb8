import { afterAll, describe, expect, test } from 'bun:test';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { atCleanUp, cleanUp } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
import { accountsIn } from '../../test/store/accounts.ts';
import { silentLog } from '../observe/log.ts';
import { createFeedReader } from '../worker/feed.ts';
import { newsOf } from '../worker/feed-news.ts';
import type { SharedWork } from './shared-files.ts';
import { startStoreFeed } from './store-feed.ts';

afterAll(cleanUp);

const URL_A = 'https://a.example/bid';
const dsp = (name: string, more: object = {}) =>
  ({ name, kind: 'openrtb', url: URL_A, ...more }) as const;

const newWork = (...names: readonly string[]) => sharedWorkOf(names.map((name) => dsp(name)));

async function machine(work = newWork('fixed')) {
  const database = await openOwnLedger();
  const logged: string[] = [];
  const back: string[] = [];
  const told = { workers: 0, renewed: 0 };
  let isUp = true;
  let held = new Map<string, string>();
  const feed = startStoreFeed(work, {
    database: () => (isUp ? database : undefined),
    fillStore: async () => {},
    budgets: { assign() {} },
    rates: {
      learn: async () => false,
      news: () => ({ lines: [], taken() {} }),
      lines: () => [],
      textOf: () => undefined,
    },
    onPublishers() {},
    kept: { read: () => undefined, keep() {} },
    held: () => held,
    tellWorkers: async () => told.workers++,
    renewMemory: () => void told.renewed++,
    onWentBack: (words) => void back.push(words),
    log: {
      ...silentLog,
      warn: (facts, message) => void logged.push(`${JSON.stringify(facts)} ${message}`),
      error: (_, message) => void logged.push(message),
    },
  });
  atCleanUp(async () => feed.stop());
  return {
    ...accountsIn(database),
    database,
    work,
    feed,
    logged,
    back,
    told,
    setUp(next: boolean): void {
      isUp = next;
    },
    hold(next: Readonly<Record<string, string>>): void {
      held = new Map(Object.entries(next));
    },
  };
}

/** What a worker that starts now knows. */
function known({ assignment }: SharedWork) {
  const { publishers, partners, held } = newsOf(createFeedReader(assignment.feedFile)());
  return {
    publishers: publishers.map(({ id, state }) => `${id} ${state}`),
    partners: partners.map(({ name, row, state }) => `${name} ${row} ${state}`),
    held: held.map(({ publisher, reason }) => `${publisher} ${reason}`),
  };
}

describe('the feed of accounts', () => {
  test('has each change, and the workers are told of it before it is acknowledged', async () => {
    const { work, feed, told, addPublisher, addPartner, setPublisher } = await machine();
    await feed.refresh();
    // That the store was read.
    expect(told.workers).toBe(1);
    await addPublisher({ id: 'pub' }, 'invited');
    await addPartner(dsp('dsp'));
    await feed.refresh();
    expect(told.workers).toBe(2);
    await setPublisher('pub', 'active');
    await feed.refresh();
    expect(told.workers).toBe(3);
    await feed.refresh();
    expect(told.workers).toBe(3);
    expect(known(work)).toEqual({
      publishers: ['pub active'],
      partners: ['dsp 1 active'],
      held: [],
    });
    expect([...feed.accounts().publishers.keys(), ...feed.accounts().partners.keys()]).toEqual([
      'publisher:pub',
      'partner:dsp',
    ]);
  });

  test('says last that it is whole, so that whoever reads a part of it takes no publisher for unknown', async () => {
    const { feed, setUp, hold, addPublisher } = await machine();
    const kindsIn = ({ assignment }: SharedWork) =>
      createFeedReader(assignment.feedFile)().map(({ kind }) => kind);
    setUp(false);
    await addPublisher({ id: 'pub' });
    hold({ pub: 'no file' });
    const next = newWork('fixed');
    feed.use(next);
    await feed.refresh();
    expect(kindsIn(next)).toEqual([]);
    setUp(true);
    await feed.refresh();
    expect(kindsIn(next)).toEqual(['publisher', 'held', 'whole']);
    const another = newWork('fixed');
    feed.use(another);
    expect(kindsIn(another)).toEqual(['publisher', 'held', 'whole']);
  });
});
