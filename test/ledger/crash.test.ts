import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../src/ledger/entry.ts';
import { openJournal } from '../../src/ledger/journal.ts';
import { eventually } from '../eventually.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, killGroup, ROOT, type Run, run, temporaryFolder } from '../process.ts';
import { countOf, drainOf, journalOf, KINDS, newLocation, openLedger } from './ledger.ts';
import { AT_MS, aFact, DIMENSIONS, factEntry } from './samples.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const command = join(ROOT, 'bin/bun');
const spawnProcess = (file: string, ...args: readonly string[]) =>
  run([join(ROOT, 'test/ledger', file), ...args], { command });

async function killed({ pid, exited }: Run): Promise<void> {
  killGroup(pid, 'SIGKILL');
  await exited;
}

/** The ids that were printed whole. */
const printedBy = (child: Run) =>
  child
    .stdout()
    .split('\n')
    .slice(0, -1)
    .filter((line) => !line.startsWith('refused'));

const sumOf = async (database: Awaited<ReturnType<typeof openLedger>>, measure: string) => {
  const [row] = await database.query(`select sum(${measure}) as total from rollups`);
  return Number(row?.total ?? 0);
};

test('a worker killed at any moment has lost nothing that it acknowledged', async () => {
  const folder = temporaryFolder();
  const acknowledged: string[] = [];
  // Whatever it is doing when so many are printed.
  for (const printed of [0, 3, 10, 40, 150]) {
    const child = spawnProcess('append-process.ts', folder, `worker-${printed}`);
    await eventually(() => printedBy(child).length > printed);
    await killed(child);
    acknowledged.push(...printedBy(child));
  }
  const database = await openLedger(await newLocation('sqlite', postgres));
  await drainOf(folder, database).drainOnce();
  const rows = await database.query('select auction_id from facts');
  const kept = new Set(rows.map(({ auction_id }) => auction_id));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(kept.size).toBe(rows.length);
  expect(await sumOf(database, 'impressions')).toBe(rows.length);
  expect(readdirSync(folder)).toEqual([]);
});

/** A fact with a URL of its partner, and a count. */
function twoEntries(auctionId: string): readonly JournalEntry[] {
  const cell = {
    measure: 'requests',
    count: 1,
    partner: '',
    campaign: '',
    creative: '',
    reason: '',
  } as const;
  return [
    factEntry(aFact({ auctionId }), ['https://dsp.example/seen']),
    { kind: 'tally', tally: { minuteMs: AT_MS, cells: [{ ...cell, dimensions: DIMENSIONS }] } },
  ];
}

describe.each([...KINDS])('on %s', (kind) => {
  test('a drain killed at any moment has neither lost nor doubled anything', async () => {
    const place = await newLocation(kind, postgres);
    const database = await openLedger(place);
    const folder = temporaryFolder();
    let auctions = 0;
    const fill = async () => {
      const name = `gone-${auctions}`;
      const journal = openJournal({ folder, name, onFault() {}, segmentBytesMax: 500_000 });
      for (const end = auctions + 6_000; auctions < end; auctions += 100) {
        const ids = Array.from({ length: 100 }, (_, index) => `a-${auctions + index}`);
        await Promise.all(ids.flatMap(twoEntries).map(journal.append));
      }
      await journal.close();
    };
    await fill();
    let kills = 0;
    for (let isOver = false; !isOver; ) {
      const child = spawnProcess('drain-process.ts', folder, JSON.stringify(place));
      await child.printed('\n');
      // Once in a batch, once between two, and in the end not at all.
      await Bun.sleep((kills * 13) % 50);
      if (child.stdout().includes('drained') || kills >= 5) {
        await child.exited;
        isOver = kills > 2;
        // The drain came to its end while this test stood still: it is to be killed more often.
        if (!isOver) await fill();
        continue;
      }
      await killed(child);
      kills++;
    }
    expect(kills).toBeGreaterThan(2);
    expect(await countOf(database, 'facts')).toBe(auctions);
    expect(await sumOf(database, 'impressions')).toBe(auctions);
    expect(await sumOf(database, 'requests')).toBe(auctions);
    expect(await countOf(database, 'outbox')).toBe(auctions);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('two that drain the same folder count everything once', async () => {
    const place = await newLocation(kind, postgres);
    const database = await openLedger(place);
    const folder = temporaryFolder();
    const ids = Array.from({ length: 3000 }, (_, index) => `a-${index}`);
    await journalOf(folder, ids.flatMap(twoEntries), 200_000);
    const both = [1, 2].map(() => spawnProcess('drain-process.ts', folder, JSON.stringify(place)));
    for (const { exited } of both) await exited;
    await drainOf(folder, database).drainOnce();
    expect(await countOf(database, 'facts')).toBe(ids.length);
    expect(await sumOf(database, 'requests')).toBe(ids.length);
    expect(await countOf(database, 'outbox')).toBe(ids.length);
  });
});

test('machines that bring the same facts and URLs to one Postgres at once make one of each, and call each partner', async () => {
  const place = await newLocation('postgres', postgres);
  const database = await openLedger(place);
  const ids = Array.from({ length: 2000 }, (_, index) => `a-${index}`);
  const facts = ids.map((auctionId) =>
    factEntry(aFact({ auctionId }), ['https://dsp.example/seen']),
  );
  const same = Array.from({ length: 1000 }, () => factEntry(aFact({ auctionId: 'same' })));
  const journals = [[...facts, ...same], [...same, ...facts.toReversed()], facts];
  const folders = await Promise.all(
    journals.map(async (entries) => {
      const folder = temporaryFolder();
      await journalOf(folder, entries);
      return folder;
    }),
  );
  const drains = folders.map((folder) =>
    spawnProcess('drain-process.ts', folder, JSON.stringify(place)),
  );
  for (const { exited } of drains) expect((await exited).code).toBe(0);
  expect(await countOf(database, 'facts')).toBe(ids.length + 1);
  expect(await sumOf(database, 'impressions')).toBe(ids.length + 1);
  expect(await countOf(database, 'outbox')).toBe(ids.length);
});

test('a Postgres that is gone for a while is reported once, and nothing is missing when it is back', async () => {
  const database = await openLedger(await newLocation('postgres', postgres));
  const folder = temporaryFolder();
  const journal = openJournal({ folder, name: 'worker', onFault() {} });
  const options = { nowMs: Date.now, isWriterAlive: () => true };
  const drain = drainOf(folder, database, options);
  drain.start();
  let appended = 0;
  const append = async () => {
    const auctionId = `a-${appended++}`;
    expect(await journal.append(factEntry(aFact({ auctionId })))).toBeUndefined();
  };
  for (let count = 0; count < 50; count++) await append();
  await eventually(() => drain.lag().bytes === 0);
  await postgres.kill();
  for (let count = 0; count < 500; count++) await append();
  await eventually(() => !drain.lag().isDatabaseUp && drain.lag().bytes > 0);
  await eventually(() => drain.lag().oldestMs > 500);
  await postgres.start();
  for (let count = 0; count < 50; count++) await append();
  await eventually(() => drain.lag().isDatabaseUp);
  await journal.close();
  await drain.stop();
  expect(await countOf(database, 'facts')).toBe(appended);
  expect(await sumOf(database, 'impressions')).toBe(appended);
  // The deletion of old rows, which has nothing to do with it, may say that it failed too.
  const ofTheDrain = drain.logged.filter(({ message }) => message.startsWith('the journals'));
  expect(ofTheDrain.map(({ level }) => level)).toEqual(['error', 'info']);
  expect(drain.lag()).toMatchObject({ bytes: 0, oldestMs: 0 });
});

test('a full disk rejects entries with a sentence, loses no accepted entry, and takes entries when it has space', async () => {
  const folder = temporaryFolder();
  // Files of 64 blocks at most: a real write that the system cuts short in the middle of a line.
  const limited = 'trap "" XFSZ; ulimit -f 64; exec "$0" "$@"';
  const file = join(ROOT, 'test/ledger/append-process.ts');
  const child = run(['-c', limited, command, file, folder, 'worker'], { command: '/bin/sh' });
  await child.printed('refused');
  await eventually(() => readdirSync(folder).length > 3);
  await killed(child);
  const acknowledged = printedBy(child);
  expect(child.stdout()).toMatch(/refused: EFBIG/);
  const database = await openLedger(await newLocation('sqlite', postgres));
  const drain = drainOf(folder, database);
  await drain.drainOnce();
  const rows = await database.query('select auction_id from facts');
  const kept = new Set(rows.map(({ auction_id }) => auction_id));
  expect(acknowledged.length).toBeGreaterThan(50);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(drain.logged).toMatchObject([{ level: 'warn', facts: { count: 1 } }]);
  expect(drain.logged[0]?.message).toStartWith('a journal ends in the middle of a line.');
});
