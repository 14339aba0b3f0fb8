import { expect, test } from 'bun:test';
import { POINTER, valueAt } from './mmdb-data.ts';

/** The control byte 001SSVVV and what follows: S + 1 bytes, with V in front of them where S is not 3. */
const POINTERS: readonly (readonly [bytes: readonly number[], target: number])[] = [
  [[0b001_00_000, 0x00], 0],
  [[0b001_00_111, 0xff], 2047],
  [[0b001_01_000, 0x00, 0x00], 2048],
  [[0b001_01_111, 0xff, 0xff], 526_335],
  [[0b001_10_000, 0x00, 0x00, 0x00], 526_336],
  [[0b001_10_111, 0xff, 0xff, 0xff], 134_744_063],
  [[0b001_11_000, 0x08, 0x08, 0x08, 0x00], 134_744_064],
  [[0b001_11_111, 0xff, 0xff, 0xff, 0xff], 0xffff_ffff],
];

test('a pointer of each size has its target and its length', () => {
  for (const [bytes, target] of POINTERS) {
    expect(valueAt(Uint8Array.from(bytes), 0)).toEqual({
      type: POINTER,
      size: target,
      at: 1,
      next: bytes.length,
    });
    expect(valueAt(Uint8Array.from(bytes.slice(0, -1)), 0)).toBeUndefined();
  }
});
