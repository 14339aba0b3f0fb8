import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../test/eventually.ts';
import { aFact, DIMENSIONS, factEntry } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { JOURNAL_BYTES_MAX } from '../ledger/journal.ts';
import { readBatch } from '../ledger/journal-reader.ts';
import { Refusal } from '../openrtb/refusal.ts';
import { openWorkerJournal } from './worker-journal.ts';

afterAll(cleanUp);

type Line = { readonly message: string; readonly facts: object };

function open(dataDir: string) {
  const lines: Line[] = [];
  const error = (facts: object, message: string) => void lines.push({ message, facts });
  const log = { debug() {}, info() {}, warn() {}, error };
  const journal = openWorkerJournal({ dataDir, name: 'w', workers: 1, nowMs: Date.now, log });
  return { journal, lines };
}

const REQUEST = { measure: 'requests', partner: '', campaign: '', reason: '' } as const;

test('closing writes the counts that were not flushed yet', async () => {
  const dataDir = temporaryFolder();
  const { journal } = open(dataDir);
  journal.tally.count({ ...REQUEST, dimensions: DIMENSIONS }, 3);
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
  journal.add(factEntry(aFact({ auctionId: 'lost' })));
  journal.add(factEntry(aFact({ auctionId: 'lost too' })));
  expect(journal.lostEntries()).toBe(2);
  expect(lines.slice(1)).toEqual([
    {
      message: 'an entry is lost: the journals are full until the database has caught up',
      facts: { entry: 'fact', kind: 'full', reason: expect.stringContaining('wait to be drained') },
    },
  ]);
  expect(journal.fault()).toMatchObject({ kind: 'full' });
  await journal.close();
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

test('an entry that is lost since its file was renamed is logged with that cause, once between two flushes', async () => {
  const dataDir = temporaryFolder();
  const { journal, lines } = open(dataDir);
  expect(await journal.record(factEntry(aFact({ auctionId: 'a' })))).toBe('kept');
  expect(journal.fault()).toBeUndefined();
  const segment = join(dataDir, 'journals', 'w-0.log');
  renameSync(segment, `${segment}.drained`);
  expect(await journal.record(factEntry(aFact({ auctionId: 'b' })))).toBeInstanceOf(Refusal);
  for (const auctionId of ['c', 'd', 'e']) journal.add(factEntry(aFact({ auctionId })));
  const fault = {
    ...{ kind: 'failed', reason: `${segment} was renamed or removed while it was written to` },
  };
  expect(lines).toEqual([
    { message: 'the journal accepts no entries', facts: fault },
    {
      message: 'an entry is lost: it could not be written to disk',
      facts: { ...fault, entry: 'fact' },
    },
  ]);
  expect(journal.lostEntries()).toBe(3);
  expect(journal.fault()).toMatchObject(fault);
  // Until a write succeeds again.
  await eventually(async () => (await journal.record(factEntry(aFact({})))) === 'kept');
  expect(journal.fault()).toBeUndefined();
  await journal.close();
});
