import { afterAll, beforeEach, expect, test } from 'bun:test';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { journalOf } from '../../test/ledger/ledger.ts';
import { aFact, factEntry } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { writeLine } from './journal-line.ts';
import type { JournalPosition } from './positions.ts';
import { type LookSource, readJournals, undrainedBytes } from './read-journals.ts';
import { listJournals } from './segments.ts';

afterAll(cleanUp);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const factOf = (auctionId: string) => factEntry(aFact({ auctionId }));

async function read(source: Partial<LookSource> = {}, isAlive = false) {
  const listed = await listJournals(folder, () => isAlive);
  return readJournals(listed, {
    positionOf: () => undefined,
    damageOf: () => undefined,
    max: { entries: 100, bytes: 1e6 },
    ...source,
  });
}

const idsOf = ({ entries }: Awaited<ReturnType<typeof read>>) =>
  entries.flatMap((entry) => (entry.kind === 'fact' ? entry.fact.sale.auctionId : []));

const fileOf = (journal: string) => join(folder, `${journal}-0.log`);

test('a look has the entries of all journals, and where each is then', async () => {
  const journal = await journalOf(folder, ['a', 'b'].map(factOf));
  const look = await read();
  expect(idsOf(look)).toEqual(['a', 'b']);
  const to = { segment: 0, offset: statSync(fileOf(journal)).size };
  expect(look).toMatchObject({ moves: [{ journal, from: undefined, to }], rest: [], flaws: [] });
  expect(look.drained.map(({ segment }) => segment)).toEqual([`${journal}-0.log`]);
});

test('a segment that is written to is not done with', async () => {
  await journalOf(folder, [factOf('a')]);
  expect((await read({}, true)).drained).toEqual([]);
});

test('what the look has no room for is the rest, of the same journal and of others', async () => {
  const first = await journalOf(folder, ['a', 'b', 'c'].map(factOf));
  const second = await journalOf(folder, [factOf('d')]);
  const look = await read({ max: { entries: 2, bytes: 1e6 } });
  expect(idsOf(look)).toEqual(['a', 'b']);
  expect(look.rest.map(({ journal }) => journal)).toEqual([first, second]);
  expect(look.moves.map(({ journal }) => journal)).toEqual([first]);
  expect(look.drained).toEqual([]);
});

test('a journal that is drained to its end has no move', async () => {
  const journal = await journalOf(folder, [factOf('a')]);
  const end = { segment: 0, offset: statSync(fileOf(journal)).size };
  const look = await read({ positionOf: () => end });
  expect(look).toMatchObject({ entries: [], moves: [], rest: [] });
  expect(look.drained).toHaveLength(1);
});

test('damage is told of, and known damage is not read again', async () => {
  const journal = await journalOf(folder, [factOf('a')]);
  const damagedAt = statSync(fileOf(journal)).size;
  appendFileSync(fileOf(journal), `no entry\n${writeLine(factOf('b'))}`);
  const look = await read();
  expect(idsOf(look)).toEqual(['a']);
  expect(look.flaws).toMatchObject([{ flaw: 'damaged', offset: damagedAt, lines: 0 }]);
  const again = await read({
    positionOf: () => ({ segment: 0, offset: damagedAt }),
    damageOf: () => damagedAt,
  });
  expect(again).toMatchObject({ entries: [], moves: [], flaws: [] });
});

test('a single entry of another version is told of', async () => {
  const journal = await journalOf(folder, [factOf('a')]);
  const strange = { ...factOf('b'), kind: 'news' } as unknown as Parameters<typeof writeLine>[0];
  appendFileSync(fileOf(journal), writeLine(strange));
  appendFileSync(fileOf(journal), writeLine(factOf('c')));
  const look = await read();
  expect(idsOf(look)).toEqual(['a', 'c']);
  expect(look.flaws).toMatchObject([{ flaw: 'unknown', lines: 1 }]);
});

test('what is not drained is what lies behind the position, in all segments', async () => {
  const journal = await journalOf(folder, ['a', 'b'].map(factOf));
  const [bytes, line] = [statSync(fileOf(journal)).size, writeLine(factOf('a')).length];
  expect(readFileSync(fileOf(journal))).toHaveLength(2 * line);
  const listed = await listJournals(folder, () => false);
  const at = (position: JournalPosition | undefined) => undrainedBytes(listed, () => position);
  expect(at(undefined)).toBe(bytes);
  expect(at({ segment: 0, offset: line })).toBe(line);
  expect(at({ segment: 0, offset: bytes })).toBe(0);
  expect(at({ segment: 1, offset: 5 })).toBe(0);
  // A position of a longer copy.
  expect(at({ segment: 0, offset: bytes + 9 })).toBe(0);
});
