import { expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { count, decimal, Flag, Id, listed } from './fields.ts';

/** The values of these JSON texts that the schema refuses. */
function refused(schema: TSchema, texts: readonly string[]): readonly string[] {
  const compiled = Compile(schema);
  return texts.filter((text) => !compiled.Check(JSON.parse(text)));
}

const Floor = decimal({ minimum: 0, maximum: 1000, decimals: 2 });
const Longitude = decimal({ minimum: -180, maximum: 180, decimals: 6 });

/** Texts of a number with so many decimals, over the whole range. */
function texts(last: number, decimals: number, step: number): readonly string[] {
  const scale = 10 ** decimals;
  const count = Math.floor((last * scale) / step);
  return Array.from({ length: count + 1 }, (_, index) => {
    const scaled = index * step;
    return `${Math.floor(scaled / scale)}.${String(scaled % scale).padStart(decimals, '0')}`;
  });
}

test('a number of so many decimals is accepted as parsed from its text, and none with one more (ruling 16)', () => {
  expect(refused(Floor, texts(1000, 2, 1))).toEqual([]);
  const mills = texts(1000, 3, 7).filter((text) => !text.endsWith('0'));
  expect(refused(Floor, mills)).toEqual([...mills]);
  const micros = texts(180, 6, 17_771);
  expect(refused(Longitude, [...micros, ...micros.map((text) => `-${text}`)])).toEqual([]);
});

const CASES: readonly (readonly [
  name: string,
  schema: TSchema,
  accepted: readonly string[],
  refused: readonly string[],
])[] = [
  [
    'a floor',
    Floor,
    ['0', '-0', '0.0', '1', '1.5', '1.50', '1.500', '15e-1', '1E3'],
    [
      ...['-0.01', '1000.01', '1e300', '1e400', '"1.00"', 'true', '[1]'],
      ...['0.000001', '1e-300', '5e-324', '0.1000000000000001', '999.9900000000001'],
    ],
  ],
  [
    'a coordinate',
    Longitude,
    ['-180', '180'],
    ['0.0000001', '-73.9876543', '179.9999999', '180.000001', '-180.000001'],
  ],
  [
    'an id',
    Id,
    ['a', 'A-z_09', '-', 'x'.repeat(64)].map((id) => JSON.stringify(id)),
    ['', ' ', 'a b', 'a.b', 'ä', 'a\n', '\na', 'x'.repeat(65), 5].map((id) => JSON.stringify(id)),
  ],
  ['a flag', Flag, ['0', '1', '-0'], ['2', '-1', '0.5', '"1"', 'true', 'false', 'null']],
  [
    'a listed value',
    listed('a thing', 1, 4),
    ['1', '4', '500', '501', `${Number.MAX_SAFE_INTEGER}`],
    ['0', '-1', '5', '499', '1.5', '500.5', '"1"'],
  ],
  [
    'a count',
    count(1),
    ['1', `${Number.MAX_SAFE_INTEGER}`],
    ['0', '1.5', `${2 ** 53}`, '1e400', '"1"'],
  ],
];

test.each(CASES)('%s is accepted within its bounds alone', (_, schema, accepted, others) => {
  expect(refused(schema, accepted)).toEqual([]);
  expect(refused(schema, others)).toEqual([...others]);
});
