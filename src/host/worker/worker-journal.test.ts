import { afterAll, afterEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../test/eventually.ts';
import { aFact, DIMENSIONS, factEntry } from '../../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { letTimeRun } from '../../../test/stopped-time.ts';
import { NO_SUBJECT } from '../../core/sale/dimensions.ts';
import { JOURNAL_BYTES_MAX } from '../../ledger/journal.ts';
import { readBatch } from '../../ledger/read-journals.ts';
import { Refusal } from '../../lib/refusal.ts';
import { openWorkerJournal, type WorkerJournal } from './worker-journal.ts';

afterEach(letTimeRun);
afterAll(cleanUp);

type Line = { readonly message: string; readonly facts: object };

function open(dataDir: string) {
  const lines: Line[] = [];
  const error = (facts: object, message: string) => void lines.push({ message, facts });
  const log = { debug() {}, info() {}, warn() {}, error };
  const journal = openWorkerJournal({
    dataDir,
    name: 'w',
    workers: 1,
    nowMs: Date.now,
    chance: Math.random,
    log,
  });
  return { journal, lines };
}

test('closing writes the counts that were not flushed yet', async () => {
  const dataDir = temporaryFolder();
  const { journal } = open(dataDir);
  journal.tally.count('requests', DIMENSIONS, NO_SUBJECT, 3);
  await journal.close();
  const folder = join(dataDir, 'journals');
  const [file = ''] = readdirSync(folder);
  const { entries } = await readBatch({ file: join(folder, file), from: 0, to: 10_000 }, 10);
  expect(entries).toMatchObject([{ kind: 'tally', tally: { cells: [{ count: 3 }] } }]);
});

test('a full journal is logged, and refused with a sentence of our own', async () => {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'journals');
  mkdirSync(folder);
  // A hole takes no space on the disk.
  writeFileSync(join(folder, 'other-0.log'), '');
  truncateSync(join(folder, 'other-0.log'), JOURNAL_BYTES_MAX);
  const { journal, lines } = open(dataDir);
  let outcome: 'kept' | Refusal = 'kept';
  await eventually(async () => {
    outcome = await journal.record(factEntry(aFact({ auctionId: crypto.randomUUID() })));
    return outcome !== 'kept';
  });
  expect(outcome).toBeInstanceOf(Refusal);
  expect(JSON.stringify(outcome)).toContain(
    'the journals are full until the database has caught up',
  );
  expect(lines).toMatchObject([
    { message: 'the journal accepts no entries', facts: { kind: 'full' } },
  ]);
  expect(journal.fault()).toMatchObject({ kind: 'full' });
  countBoth(journal);
  await journal.close();
  expect(journal.lostEntries()).toBe(2);
  expect(lines.slice(1)).toEqual([
    {
      message: 'an entry is lost: the journals are full until the database has caught up',
      facts: {
        entry: 'tally',
        kind: 'full',
        reason: expect.stringContaining('wait to be drained'),
        count: 1,
      },
    },
  ]);
});

test('a disk that fails is refused without the text of the system, which is in the log', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'journals'), 'a file where a folder belongs');
  const { journal, lines } = open(dataDir);
  const outcome = await journal.record(factEntry(aFact({ auctionId: 'a' })));
  expect(JSON.stringify(outcome)).toContain('it could not be written to disk');
  expect(JSON.stringify(outcome)).not.toContain(dataDir);
  expect(JSON.stringify(lines)).toContain(dataDir);
  await journal.close();
});

/** Counts for one entry with a tally and one with delivery, which are written at the next flush. */
function countBoth({ tally, delivery }: WorkerJournal): void {
  tally.count('requests', DIMENSIONS, NO_SUBJECT);
  delivery.count('won', 1, 'p', 'c', '');
}
