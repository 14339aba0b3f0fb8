import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalOf } from '../../test/ledger/ledger.ts';
import { aFact, factEntry } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { BEGINNING, type LookMax, listJournals, readJournals } from './read-journals.ts';

afterAll(cleanUp);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const factOf = (auctionId: string) => factEntry(aFact({ auctionId }));

async function read(isAlive = false, max: LookMax = { entries: 100, bytes: 1e6 }) {
  const listed = await listJournals(folder, () => isAlive);
  return readJournals(listed, () => ({ position: BEGINNING, isAgain: false }), max);
}

const idsOf = ({ entries }: Awaited<ReturnType<typeof read>>) =>
  entries.flatMap((entry) => (entry.kind === 'fact' ? entry.fact.sale.auctionId : []));

const fileOf = (journal: string) => join(folder, `${journal}-0.log`);

/** A journal of the facts n0, n1, …, each with a line of the same length. */
async function journalOfMany(count: number) {
  const entries = Array.from({ length: count }, (_, n) => factOf(`n${String(n).padStart(2, '0')}`));
  const journal = await journalOf(folder, entries);
  const file = fileOf(journal);
  const bytes = readFileSync(file);
  return { file, bytes, line: bytes.length / count };
}

const numbersOf = (look: Awaited<ReturnType<typeof read>>) =>
  idsOf(look).map((id) => Number(id.slice(1)));

const allBut = (count: number, ...left: readonly number[]) =>
  Array.from({ length: count }, (_, n) => n).filter((n) => !left.includes(n));

describe('of a damaged segment every other entry counts', () => {
  test('where a range over several lines is zeros, of any length', async () => {
    const { file, bytes, line } = await journalOfMany(10);
    for (const zeros of [1000, 5_000_000]) {
      const [start, end] = [2.5 * line, 5.5 * line].map(Math.floor);
      const parts = [bytes.subarray(0, start), Buffer.alloc(zeros), bytes.subarray(end)];
      writeFileSync(file, Buffer.concat(parts));
      const look = await read(false, { entries: 100, bytes: 1e7 });
      expect(numbersOf(look)).toEqual(allBut(10, 2, 3, 4, 5));
      const lost = zeros + line - ((end ?? 0) - (start ?? 0) - 3 * line);
      expect(look.flaws).toMatchObject([{ flaw: 'damaged', offset: 2 * line, lines: 1 }]);
      expect(look.flaws[0]?.bytes).toBe(lost);
    }
  });

  test('and zeros alone, and bytes behind the last line, are damage too', async () => {
    const { file, bytes, line } = await journalOfMany(2);
    for (const [whole, zeros] of [
      [0, 44_000],
      [2, 9],
      [1, 5_000_000],
    ] as const) {
      writeFileSync(file, Buffer.concat([bytes.subarray(0, whole * line), Buffer.alloc(zeros)]));
      const look = await read();
      expect(numbersOf(look)).toHaveLength(whole);
      expect(look.flaws).toMatchObject([{ flaw: 'damaged', offset: whole * line, bytes: zeros }]);
      expect(look.drained).toHaveLength(1);
    }
  });
});

test('a segment that ends in the middle of a line is told of once nobody writes to it', async () => {
  const { file, bytes, line } = await journalOfMany(3);
  writeFileSync(file, bytes.subarray(0, 2 * line + 50));
  expect((await read(true)).flaws).toEqual([]);
  const look = await read();
  expect(numbersOf(look)).toEqual([0, 1]);
  expect(look.flaws).toMatchObject([{ flaw: 'cut', offset: 2 * line, lines: 1, bytes: 50 }]);
  expect([...look.moved.values()]).toEqual([{ segment: 0, offset: 2 * line }]);
});
