import { describe, expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { findFault } from '../lib/schema-fault.ts';
import { count, decimal, Flag, Id, listed } from './fields.ts';

function accepts(schema: TSchema): (value: unknown) => boolean {
  const compiled = Compile(schema);
  return (value) => compiled.Check(value);
}

const parse = (text: string): unknown => JSON.parse(text);

describe('a floor of 0.00 to 1000.00 with two decimals', () => {
  const isFloor = accepts(decimal({ minimum: 0, maximum: 1000, decimals: 2 }));
  const units = Array.from({ length: 1000 }, (_, unit) => unit);
  const pad = (n: number, digits: number) => String(n).padStart(digits, '0');

  test('is accepted as parsed from its decimal text, each of the 100,001 (ruling 16)', () => {
    const texts = units.flatMap((unit) =>
      Array.from({ length: 100 }, (_, cents) => `${unit}.${pad(cents, 2)}`),
    );
    texts.push('1000.00');
    expect(texts.length).toBe(100_001);
    expect(texts.filter((text) => !isFloor(parse(text)))).toEqual([]);
  });

  test('is refused with a third decimal, each of the 900,000 (ruling 16)', () => {
    const texts = units.flatMap((unit) =>
      Array.from({ length: 1000 }, (_, mills) => mills)
        .filter((mills) => mills % 10 !== 0)
        .map((mills) => `${unit}.${pad(mills, 3)}`),
    );
    expect(texts.length).toBe(900_000);
    expect(texts.filter((text) => isFloor(parse(text)))).toEqual([]);
  });

  test('may be written in any way that JSON has', () => {
    for (const text of ['0', '-0', '0.0', '1', '1.5', '1.50', '1.500', '15e-1', '1E3']) {
      expect([text, isFloor(parse(text))]).toEqual([text, true]);
    }
  });

  test('is refused outside its bounds and as anything but a number', () => {
    for (const text of ['-0.01', '1000.01', '1e300', '1e400', '"1.00"', 'true', '[1]']) {
      expect([text, isFloor(parse(text))]).toEqual([text, false]);
    }
  });

  test('is refused with a decimal however small', () => {
    for (const text of [
      '0.000001',
      '1e-300',
      '5e-324',
      '0.1000000000000001',
      '999.9900000000001',
    ]) {
      expect([text, isFloor(parse(text))]).toEqual([text, false]);
    }
  });
});

describe('a coordinate with six decimals', () => {
  const isLongitude = accepts(decimal({ minimum: -180, maximum: 180, decimals: 6 }));

  test('is accepted as parsed from its decimal text, in a sample over the whole range', () => {
    const refused: string[] = [];
    for (let micro = 0; micro <= 180_000_000; micro += 1777) {
      const text = `${Math.floor(micro / 1e6)}.${String(micro % 1e6).padStart(6, '0')}`;
      for (const signed of [text, `-${text}`])
        if (!isLongitude(parse(signed))) refused.push(signed);
    }
    expect(refused).toEqual([]);
  });

  test('is refused with a seventh', () => {
    for (const text of ['0.0000001', '-73.9876543', '179.9999999', '180.000001', '-180.000001']) {
      expect([text, isLongitude(parse(text))]).toEqual([text, false]);
    }
  });
});

test('an id has 1 to 64 letters, digits, "-" and "_"', () => {
  const isId = accepts(Id);
  for (const id of ['a', 'A-z_09', '-', 'x'.repeat(64)]) expect([id, isId(id)]).toEqual([id, true]);
  for (const id of ['', ' ', 'a b', 'a.b', 'ä', 'a\n', '\na', 'x'.repeat(65), 5]) {
    expect([id, isId(id)]).toEqual([id, false]);
  }
});

test('a flag is the number 0 or 1, and no string or boolean', () => {
  const isFlag = accepts(Flag);
  expect([0, 1, -0].filter(isFlag)).toEqual([0, 1, -0]);
  expect([2, -1, 0.5, '1', true, false, null].filter(isFlag)).toEqual([]);
});

test('a listed value is in the list, or a vendor’s own from 500 up', () => {
  const isListed = accepts(listed('a thing', 1, 4));
  const right = [1, 4, 500, 501, Number.MAX_SAFE_INTEGER];
  expect(right.filter(isListed)).toEqual(right);
  expect([0, -1, 5, 499, 1.5, 500.5, '1'].filter(isListed)).toEqual([]);
  const fault = findFault(listed('a thing', 1, 4), 5, 'field');
  expect(fault?.reason).toBe(
    'expected a thing: an integer from 1 to 4, or 500 and above, but got 5',
  );
});

test('a count is a whole number that JSON can still say exactly', () => {
  const isCount = accepts(count(1));
  expect([1, Number.MAX_SAFE_INTEGER].filter(isCount)).toEqual([1, Number.MAX_SAFE_INTEGER]);
  expect([0, 1.5, 2 ** 53, Number.POSITIVE_INFINITY, '1'].filter(isCount)).toEqual([]);
});
