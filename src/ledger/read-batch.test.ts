import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyEntry } from '../../test/ledger/any-entry.ts';
import { runs } from '../../test/properties/runs.ts';
import { writeLine } from './journal-line.ts';
import { readLines } from './read-journals.ts';

const ALL = 1000;
const entriesArb = fc.array(anyEntry, { minLength: 1, maxLength: 8 });

/** Where each line ends. */
function endsOf(lines: readonly Buffer[]): readonly number[] {
  let end = 0;
  return lines.map((line) => {
    end += line.length;
    return end;
  });
}

describe('reading a journal', () => {
  test('gives back what was written, in batches of any size', () => {
    fc.assert(
      fc.property(entriesArb, fc.integer({ min: 1, max: 10 }), (entries, linesMax) => {
        const bytes = Buffer.concat(entries.map(writeLine));
        const read = [];
        let offset = 0;
        for (let stop = 'more'; stop === 'more'; ) {
          const batch = readLines(bytes.subarray(offset), linesMax);
          read.push(...batch.entries);
          offset += batch.nextOffset;
          stop = batch.stop;
        }
        expect(read).toEqual(JSON.parse(JSON.stringify(entries)));
        expect(offset).toBe(bytes.length);
      }),
      { numRuns: runs(30) },
    );
  });

  test('of a file that is cut off anywhere gives every whole line and no other', () => {
    fc.assert(
      fc.property(entriesArb, fc.nat(), (entries, seed) => {
        const lines = entries.map(writeLine);
        const bytes = Buffer.concat(lines);
        const cut = seed % (bytes.length + 1);
        const whole = endsOf(lines).filter((end) => end <= cut);
        const batch = readLines(bytes.subarray(0, cut), ALL);
        expect(batch.entries.length).toBe(whole.length);
        expect(batch.nextOffset).toBe(whole.at(-1) ?? 0);
        expect(batch.stop).toBe(batch.nextOffset === cut ? 'end' : 'torn');
      }),
      { numRuns: runs(30) },
    );
  });

  test('of a file with one flipped bit gives every line that it is not in, and no wrong one', () => {
    fc.assert(
      fc.property(entriesArb, fc.nat(), (entries, seed) => {
        const lines = entries.map(writeLine);
        const bytes = Buffer.concat(lines);
        const bit = seed % (bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const ends = endsOf(lines);
        const flipped = ends.findIndex((end) => end > bit >> 3);
        // A newline that is none makes one line of two.
        const isNewline = ends[flipped] === (bit >> 3) + 1;
        const lost = lines.slice(flipped, flipped + (isNewline ? 2 : 1));
        const batch = readLines(bytes, ALL);
        const left = entries.toSpliced(flipped, lost.length);
        expect(batch.entries).toEqual(JSON.parse(JSON.stringify(left)));
        const isTorn = isNewline && lost.length === 1;
        expect(batch.stop).toBe(isTorn ? 'torn' : 'end');
        const lostBytes = Buffer.concat(lost).length;
        expect(batch.damage?.bytes).toBe(isTorn ? undefined : lostBytes);
        expect(batch.nextOffset).toBe(isTorn ? bytes.length - lostBytes : bytes.length);
      }),
      { numRuns: runs(100) },
    );
  });

  test('takes any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const batch = readLines(Buffer.from(bytes), ALL);
        expect(batch.entries).toEqual([]);
        const left = bytes.length - batch.nextOffset;
        expect(left > 0).toBe(batch.stop !== 'end');
        expect(batch.damage?.bytes ?? 0).toBe(batch.nextOffset);
      }),
      { numRuns: runs(30) },
    );
  });
});
