import { expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { decimal } from './fields.ts';

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
