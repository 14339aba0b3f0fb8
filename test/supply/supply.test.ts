import { afterAll, describe, expect, test } from 'bun:test';
import type { Send } from '../../src/core/auction/partner.ts';
import type { Host } from '../../src/host/host.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { repeat } from '../../src/lib/repeat.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import type { SupplyPublisher } from '../../src/parts/supply/claim.ts';
import { startSupply } from '../../src/parts/supply/supply.ts';
import { PUBLISHER } from '../../src/store/account-kinds.ts';
import { eventually } from '../eventually.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { partOn } from '../part.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { plain, startSites } from './publisher-site.ts';
import { lastCheck, storeCheck } from './support.ts';

afterAll(cleanUp);

/** How often changes of other machines are looked for. */
const LOOK_MS = 20;

const publisherOf = (id: string): SupplyPublisher => ({
  id,
  seller: { name: id, domain: `${id}.example`, type: 'publisher' },
});
const siteOf = (id: string) => ({
  [`https://${id}.example/ads.txt`]: () => plain(`ads.example, ${id}, DIRECT`),
});

type Options = {
  readonly publishers: () => readonly SupplyPublisher[];
  readonly send: Send;
  readonly isVerifying?: boolean;
  readonly nowMs?: () => number;
  /** Without a round: what is checked is asked for. */
  readonly isIdle?: boolean;
};

function start(database: Database, { publishers, send, ...options }: Options) {
  const { isVerifying = true, nowMs = Date.now, isIdle = false } = options;
  const { records, store, feed } = partOn(database, []).host;
  atCleanUp(
    repeat(async () => {
      await feed.refresh();
      return LOOK_MS;
    }),
  );
  const stored = () => publishers().map((definition) => ({ id: definition.id, definition }));
  const config = {
    access: isVerifying ? 'verified' : 'open',
    listen: { exchangeDomain: 'ads.example' },
    adcp: { enabled: false },
  };
  const host = {
    store,
    records: {
      ...records,
      all: stored,
      get: (kind: typeof PUBLISHER, id: string) =>
        kind === PUBLISHER ? stored().find((one) => one.id === id) : records.get(kind, id),
    },
    work: () => ({ setup: { config } }),
    publicUrl: () => 'https://bid.ads.example',
    nowMs,
    tickMs: () => performance.now(),
    // Nearly without a wait before the first round, or with one of minutes.
    chance: () => (isIdle ? 60 : -1),
    log: silentLog,
  } as unknown as Host;
  const supply = startSupply(host, send);
  atCleanUp(supply.stop);
  return { supply, reasons: supply.holds };
}

const resultOf = async (database: Database, publisher: string) =>
  (await lastCheck(database, publisher))?.check.result;

/** A send that tells when it is used. */
function counted(send: Send) {
  const hosts: string[] = [];
  const counting: Send = (call, giveUpMs) => {
    hosts.push(new URL(call.url).hostname);
    return send(call, giveUpMs);
  };
  return { send: counting, hosts };
}

describe('the round', () => {
  test('checks every publisher with a seller entry by itself, one at a time', async () => {
    const database = await openOwnLedger();
    const { send } = startSites({ ...siteOf('one'), ...siteOf('two') });
    const publishers = ['one', 'two', 'three'].map(publisherOf);
    const { hosts, send: watched } = counted(send);
    start(database, { publishers: () => [...publishers, { id: 'none' }], send: watched });
    await eventually(async () => (await resultOf(database, 'three')) !== undefined);
    expect(await resultOf(database, 'one')).toBe('matched');
    expect(await resultOf(database, 'two')).toBe('matched');
    expect(await resultOf(database, 'three')).toBe('file-missing');
    expect(await resultOf(database, 'none')).toBeUndefined();
    // All calls for one come before the first for the next.
    expect(hosts).toEqual(hosts.toSorted((a, b) => hosts.indexOf(a) - hosts.indexOf(b)));
  });

  test('leaves alone who was checked today', async () => {
    const database = await openOwnLedger();
    const { send } = startSites({ ...siteOf('one'), ...siteOf('two') });
    const check = { result: 'matched', sentence: '', files: [], mismatches: [] } as const;
    await storeCheck(database, 'one', { ...check, domain: 'one.example' });
    await storeCheck(database, 'two', { ...check, domain: 'two.example' }, Date.now() - 2 * DAY_MS);
    const { hosts, send: watched } = counted(send);
    start(database, { publishers: () => ['one', 'two'].map(publisherOf), send: watched });
    await eventually(() => hosts.includes('two.example'));
    expect(hosts).not.toContain('one.example');
  });
});

describe('whom to hold', () => {
  test('is told for all once the checks are read, and then as it changes', async () => {
    const database = await openOwnLedger();
    const { send } = startSites(siteOf('one'));
    const publishers = ['one', 'two'].map(publisherOf);
    const { supply, reasons } = start(database, {
      publishers: () => publishers,
      send,
      isIdle: true,
    });
    expect(reasons().size).toBe(0);
    await eventually(() => reasons().size === 2);
    const first = reasons();
    for (const reason of first.values()) expect(reason).toContain('not checked yet');
    await supply.check(publisherOf('one'));
    const second = reasons();
    expect([...second.keys()]).toEqual(['one', 'two']);
    expect(second.get('one')).toBeUndefined();
    expect(second.get('two')).toBe(first.get('two'));
    // The map tells by itself that nothing has changed.
    expect(reasons()).toBe(second);
    // A check of another machine.
    const check = { result: 'matched', sentence: '', domain: 'two.example' } as const;
    await storeCheck(database, 'two', { ...check, files: [], mismatches: [] });
    await eventually(() => reasons().get('two') === undefined);
    expect(reasons().has('two')).toBe(true);
  });
});

test('a shutdown waits for no publisher’s server, and stores nothing of it', async () => {
  const database = await openOwnLedger();
  const open: ((response: Response) => void)[] = [];
  const { send } = startSites({
    'https://one.example/ads.txt': () =>
      new Promise<Response>((resolve) => {
        open.push(resolve);
      }),
  });
  const { supply } = start(database, { publishers: () => [publisherOf('one')], send });
  await eventually(() => open.length > 0);
  const asked = supply.check(publisherOf('one'));
  await supply.stop();
  for (const answer of open) answer(plain('ads.example, one, DIRECT'));
  expect(asked).rejects.toThrow('this machine stops');
  await asked.catch(() => {});
  expect(await lastCheck(database, 'one')).toBeUndefined();
});

test('several who ask for a check at once get one', async () => {
  const database = await openOwnLedger();
  const { send } = startSites(siteOf('one'));
  const { hosts, send: watched } = counted(send);
  const publishers = () => [publisherOf('one')];
  const { supply } = start(database, { publishers, send: watched, isIdle: true });
  const [first, second] = await Promise.all([1, 2].map(() => supply.check(publisherOf('one'))));
  expect(second).toEqual(first);
  expect(hosts).toHaveLength(3);
});

test('however often people of one publisher ask, others are checked too, but not many at once', async () => {
  const database = await openOwnLedger();
  const sites = startSites(siteOf('quick'));
  const slow = Promise.withResolvers<never>();
  const { supply } = start(database, {
    publishers: () => ['slow', 'quick', 'b', 'c', 'd', 'e'].map(publisherOf),
    send: (call, giveUpMs) =>
      call.url.includes('quick') ? sites.send(call, giveUpMs) : slow.promise,
  });
  const ask = (id: string) => supply.checkNow(id);
  const asked = Array.from({ length: 10 }, () => ask('slow'));
  expect(await ask('quick')).toMatchObject({ lastCheck: { result: 'matched' } });
  const others = ['b', 'c', 'd'].map(ask);
  expect(await ask('e')).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  slow.reject(new Error('ended'));
  const results = await Promise.allSettled([...asked, ...others]);
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'));
});
