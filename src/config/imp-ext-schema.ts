import Type from 'typebox';
import { isObject } from '../lib/schema-fault.ts';

/** It is in every impression of every call. */
const LENGTH_MAX = 4096;

/** What a partner wants in `imp[].ext`: any fields, since every kind of server has its own. */
export const ImpExtSchema = Type.Refine(
  Type.Unsafe<Readonly<Record<string, unknown>>>({}),
  (ext) => fault(ext) === undefined,
  (ext) => `expected an object of at most ${LENGTH_MAX} characters as JSON, but ${fault(ext)}`,
);

function fault(ext: unknown): string | undefined {
  if (!isObject(ext)) return 'got no object';
  const { length } = JSON.stringify(ext);
  return length > LENGTH_MAX ? `got ${length}` : undefined;
}
