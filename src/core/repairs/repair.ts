import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { fieldOf, isObject, type JsonObject, pathTo } from '../../lib/schema-fault.ts';
import { BidRequestSchema } from '../openrtb/bid-request.ts';
import { NativeRequestSchema } from '../openrtb/native-request.ts';

/** What was changed in a request before it was validated. */
export type Repair = {
  /** The stable name of the row, for metrics and warnings. */
  readonly name: string;
  readonly field: string;
  readonly reason: string;
};

/** A repair that the reader of the body makes, before there is anything to parse. */
export type BodyRepair = {
  readonly name: string;
  /** One sentence, as the documentation has it. */
  readonly description: string;
};

/** What is read instead of a value; undefined removes it. */
export type Meant = { readonly value: unknown; readonly reason: string };

/** A repair of the parsed body. */
export type RequestRepair = BodyRepair & {
  /** Like `imp[].bidfloor`. What follows `NATIVE` is in the decoded native request. */
  readonly paths: readonly string[];
  /** Asked about what the strict endpoint refuses. undefined: it is left to be refused. */
  readonly read: (value: unknown, path: string) => Meant | undefined;
  /** Asked about all values. */
  readonly readsAll?: true;
};

export const NATIVE_TEXT = 'imp[].native.request';
/** The native request without its wrapper, while it is decoded. */
export const NATIVE = `${NATIVE_TEXT}.native`;

/** The value with what `repair` makes of all that is at a path below it; the same reference where that is the same. */
export function repairedAt(
  value: unknown,
  path: string,
  repair: (value: unknown, field: string) => unknown,
): unknown {
  return walk(value, path.replaceAll('[]', '.[]').split('.'), 0, '', repair);
}

function walk(
  value: unknown,
  steps: readonly string[],
  at: number,
  field: string,
  repair: (value: unknown, field: string) => unknown,
): unknown {
  const step = steps[at];
  if (step === undefined) return repair(value, field);
  if (step === '[]') {
    if (!Array.isArray(value)) return value;
    const items = value.map((item: unknown, index) =>
      walk(item, steps, at + 1, `${field}[${index}]`, repair),
    );
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const given = isObject(value) ? (fieldOf(value, step) ?? undefined) : undefined;
  if (!isObject(value) || given === undefined) return value;
  const meant = walk(given, steps, at + 1, pathTo(field, step), repair);
  if (meant === given) return value;
  return meant === undefined ? withoutField(value, step) : { ...value, [step]: meant };
}

export function withoutField(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = object;
  return rest;
}

/** Compiled for the first request that is refused. */
const checks = new Map<string, ReturnType<typeof Compile>>();

/** Whether the strict endpoint takes a value at this path. */
export function isStrict(path: string, value: unknown): boolean {
  let check = checks.get(path);
  if (check === undefined) {
    check = Compile(schemaAt(path));
    checks.set(path, check);
  }
  return check.Check(value);
}

type Branch = {
  readonly properties?: Readonly<Record<string, Branch>>;
  readonly items?: Branch;
};

function schemaAt(path: string): TSchema {
  const isNative = path.startsWith(NATIVE);
  const steps = (isNative ? path.slice(NATIVE.length) : path).replaceAll('[]', '.[]').split('.');
  let schema = (isNative ? NativeRequestSchema : BidRequestSchema) as Branch | undefined;
  for (const step of steps) {
    if (step !== '') schema = step === '[]' ? schema?.items : schema?.properties?.[step];
  }
  if (schema === undefined) throw new Error(`no schema declares ${path}`);
  return schema as TSchema;
}
