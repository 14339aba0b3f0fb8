import { afterAll, describe, expect, test } from 'bun:test';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../test/eventually.ts';
import { aFact, factEntry } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { type JournalFault, type JournalOptions, openJournal } from './journal.ts';
import type { JournalEntry } from './journal-line.ts';
import { readBatch } from './read-journals.ts';

afterAll(cleanUp);

const entry = (auctionId: string): JournalEntry => factEntry(aFact({ auctionId }));

function open(options: Partial<JournalOptions> = {}) {
  const folder = temporaryFolder();
  const faults: JournalFault[] = [];
  const journal = openJournal({
    folder,
    name: 'worker',
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  return { folder, journal, faults };
}

const wholeOf = (file: string) => ({ file, from: 0, to: Number.POSITIVE_INFINITY });

/** The ids of all facts, segment by segment. */
async function idsIn(folder: string): Promise<readonly string[]> {
  const numbers = readdirSync(folder).map((name) => Number(/-(\d+)\.log$/.exec(name)?.[1]));
  const batches = await Promise.all(
    numbers
      .sort((a, b) => a - b)
      .map((n) => readBatch(wholeOf(join(folder, `worker-${n}.log`)), 1e6)),
  );
  return batches
    .flatMap(({ entries }) => entries)
    .flatMap((one) => (one.kind === 'fact' ? one.fact.sale.auctionId : []));
}

describe('a journal', () => {
  test('has the appended and the added entries in their order', async () => {
    const { folder, journal } = open();
    const ids = Array.from({ length: 200 }, (_, index) => `a-${index}`);
    const settled = ids.map((id, index) =>
      index % 3 === 0 ? journal.add(entry(id)) : journal.append(entry(id)),
    );
    expect(journal.backlogBytes()).toBeGreaterThan(0);
    await Promise.all(settled);
    expect(journal.backlogBytes()).toBe(0);
    await journal.close();
    expect(await idsIn(folder)).toEqual(ids);
  });

  test('has written an entry before it confirms it', async () => {
    const { folder, journal } = open();
    for (const id of ['a', 'b', 'c']) {
      expect(await journal.append(entry(id))).toBeUndefined();
      expect((await idsIn(folder)).at(-1)).toBe(id);
    }
    await journal.close();
  });

  test('never writes to a file that is there already', async () => {
    const { folder, journal } = open();
    writeFileSync(join(folder, 'worker-0.log'), 'someone’s');
    expect(await journal.append(entry('a'))).toMatchObject({ kind: 'failed' });
    expect(statSync(join(folder, 'worker-0.log')).size).toBe(11);
    await journal.close();
  });
});

describe('the bound on all journals of a folder', () => {
  test('rejects added entries before appended ones, is logged once, and ends with a drain', async () => {
    let now = 0;
    const { folder, journal, faults } = open({ bytesMax: 100_000, tickMs: () => now });
    const other = join(folder, 'other-0.log');
    await journal.append(entry('a'));
    const holds = (bytes: number) => writeFileSync(other, Buffer.alloc(bytes));
    // An entry begins the measuring, at most once a second, and does not wait for it.
    const added = (id: string) => {
      now += 1000;
      return journal.add(entry(id));
    };
    holds(92_000);
    await eventually(() => added('b')?.kind === 'full');
    expect(journal.fault()).toMatchObject({ kind: 'full' });
    expect(await journal.append(entry('c'))).toBeUndefined();
    holds(100_000);
    let fault: JournalFault | undefined;
    for (let tries = 0; fault === undefined && tries < 1000; tries++) {
      now += 1000;
      fault = await journal.append(entry('d'));
    }
    expect(fault).toMatchObject({ kind: 'full' });
    expect(await journal.append(entry('e'))).toMatchObject({ kind: 'full' });
    expect(faults.map(({ kind }) => kind)).toEqual(['full']);
    holds(0);
    await eventually(() => added('f') === undefined);
    expect(journal.fault()).toBeUndefined();
    expect(await journal.append(entry('g'))).toBeUndefined();
    await journal.close();
  });
});

test('a folder that was removed rejects entries, is retried after a pause, and takes entries when it is back', async () => {
  const folder = join(temporaryFolder(), 'journals');
  writeFileSync(folder, 'no folder');
  let now = 0;
  const { journal, faults } = open({ folder, tickMs: () => now });
  expect(await journal.append(entry('a'))).toMatchObject({ kind: 'failed' });
  rmSync(folder);
  expect(await journal.append(entry('b'))).toMatchObject({ kind: 'failed' });
  expect(journal.add(entry('c'))).toMatchObject({ kind: 'failed' });
  expect(faults.length).toBe(1);
  now += 250;
  expect(await journal.append(entry('d'))).toBeUndefined();
  expect(await idsIn(folder)).toEqual(['d']);
  await journal.close();
});

test.each([
  ['renamed', (file: string) => renameSync(file, `${file}.drained`)],
  ['removed', (file: string) => rmSync(file)],
])('an entry in a segment that was %s is not confirmed, and the next entry is', async (_, end) => {
  let now = 0;
  const { folder, journal } = open({ tickMs: () => now });
  expect(await journal.append(entry('a'))).toBeUndefined();
  end(join(folder, 'worker-0.log'));
  expect(await journal.append(entry('b'))).toMatchObject({ kind: 'failed' });
  now += 250;
  expect(await journal.append(entry('c'))).toBeUndefined();
  expect((await readBatch(wholeOf(join(folder, 'worker-1.log')), 10)).entries).toHaveLength(1);
  await journal.close();
});

test('an added entry is written within a second, and counted where it is lost', async () => {
  const { folder, journal, faults } = open();
  expect(journal.add(entry('a'))).toBeUndefined();
  await eventually(async () => (await idsIn(folder)).length === 1);
  rmSync(join(folder, 'worker-0.log'));
  expect(journal.add(entry('lost'))).toBeUndefined();
  await eventually(() => faults.length === 1);
  expect(journal.lostEntries()).toBe(1);
  expect(journal.add(entry('b'))).toMatchObject({ reason: expect.stringContaining('removed') });
  expect(journal.lostEntries()).toBe(2);
  await journal.close();
});
