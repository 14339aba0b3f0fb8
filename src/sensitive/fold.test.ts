import { expect, test } from 'bun:test';
import { APOSTROPHE, fold, IGNORED, SEPARATOR } from './fold.ts';

const foldedAt = (...codes: readonly number[]) => codes.map(fold);

test('characters that are not seen are ignored, to both ends of their ranges', () => {
  const ranges = [
    [0x00ad, 0x00ad],
    [0x0300, 0x036f],
    [0x0640, 0x0640],
    [0x115f, 0x1160],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x206f],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0x3164, 0x3164],
    [0xffa0, 0xffa0],
    [0xe0000, 0xe01ef],
  ] as const;
  for (const [first, last] of ranges) {
    expect(foldedAt(first, last)).toEqual([IGNORED, IGNORED]);
    expect(foldedAt(first - 1, last + 1)).not.toContain(IGNORED);
  }
});

test('every kind of apostrophe is one', () => {
  for (const char of "'`´‘’ʼ′") expect(fold(char.codePointAt(0) ?? 0)).toBe(APOSTROPHE);
});

test('letters in disguise are the letters they look like', () => {
  expect(foldedAt(0x1e00, 0x1ef9)).toEqual(['a', 'y']);
  expect(foldedAt(0x2460, 0x24b6)).toEqual(['1', 'a']);
  expect(foldedAt(0xfb00, 0xfb06)).toEqual(['ff', 'st']);
  expect(foldedAt(0xff21, 0xff5a)).toEqual(['a', 'z']);
  expect(foldedAt(0x1d400, 0x1d7ff)).toEqual(['a', '9']);
  expect(foldedAt(0x1f100, 0x1f189)).toEqual(['0', SEPARATOR]);
});

test('letters beyond Latin lose case, accents and final forms', () => {
  const folded = (text: string) => [...text].map((char) => fold(char.codePointAt(0) ?? 0)).join('');
  expect(folded('ΆΣς ЇЙ İı أإآ ىة')).toBe('ασσ іи ii ااا يه');
});
