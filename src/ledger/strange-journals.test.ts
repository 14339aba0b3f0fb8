import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../../test/ledger/ledger.ts';
import { AT_MS } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import type { Database } from './database.ts';
import { type JournalPosition, readPositions } from './positions.ts';
import { listJournals } from './segments.ts';
import { createStrangeJournals } from './strange-journals.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
});

/** The segments 3 and 4 of a journal, of two lines each. */
function journalAt(first: JournalPosition | undefined) {
  const folder = temporaryFolder();
  const state = { position: first, isAlive: true };
  const errors: string[] = [];
  const ignore = () => {};
  for (const number of [3, 4]) writeFileSync(join(folder, `worker-${number}.log`), 'one\ntwo\n');
  const log = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (_: object, message: string) => errors.push(message),
  };
  const strange = createStrangeJournals(
    { folder, database, nowMs: () => AT_MS, log },
    () => state.position,
  );
  const rename = async () => strange.rename(await listJournals(folder, () => state.isAlive));
  const names = () => readdirSync(folder).sort();
  return { ...strange, rename, names, state, folder, errors };
}

const OWN = ['worker-3.log', 'worker-4.log'];

describe('a journal whose worker lives keeps its name', () => {
  test.each<[string, JournalPosition | undefined]>([
    ['without a position', undefined],
    ['at the beginning of a segment', { segment: 4, offset: 0 }],
    ['behind a line', { segment: 3, offset: 4 }],
    ['behind the last line', { segment: 4, offset: 8 }],
    ['in a segment that was drained and removed', { segment: 2, offset: 99 }],
  ])('%s', async (_, position) => {
    const { rename, names, errors } = journalAt(position);
    expect(await rename()).toBe(false);
    expect([names(), errors]).toEqual([OWN, []]);
  });
});

describe('a journal whose worker lives gets another name', () => {
  test.each<[string, JournalPosition]>([
    ['in the middle of a line', { segment: 3, offset: 5 }],
    ['behind the end of a segment', { segment: 4, offset: 9 }],
    ['in a segment that it has not begun', { segment: 5, offset: 4 }],
  ])('%s', async (_, position) => {
    const { rename, names, errors } = journalAt(position);
    expect(await rename()).toBe(true);
    expect(names()).toEqual([
      expect.stringMatching(/^worker~[0-9a-f-]{36}-3\.log$/),
      expect.stringMatching(/^worker~[0-9a-f-]{36}-4\.log$/),
    ]);
    expect(errors).toEqual([expect.stringContaining('was put back to a snapshot')]);
  });
});

describe('a journal whose worker has ended may be a shorter copy', () => {
  test.each<[string, JournalPosition, boolean]>([
    ['behind the end of a segment', { segment: 4, offset: 9 }, false],
    ['in a segment that it has not begun', { segment: 5, offset: 4 }, false],
    ['in the middle of a line', { segment: 3, offset: 5 }, true],
  ])('%s', async (_, position, isStrange) => {
    const { rename, state } = journalAt(position);
    state.isAlive = false;
    expect(await rename()).toBe(isStrange);
  });
});

test('what this process has drained of it is not drained again under the other name', async () => {
  const { rename, moved, names, state } = journalAt(undefined);
  const to = { segment: 3, offset: 4 };
  moved([{ journal: 'worker', from: undefined, to }]);
  state.position = { segment: 9, offset: 1 };
  expect(await rename()).toBe(true);
  const name = names()[0]?.replace(/-3\.log$/, '') ?? '';
  expect(await readPositions(database.query, [name])).toEqual(new Map([[name, to]]));
});
