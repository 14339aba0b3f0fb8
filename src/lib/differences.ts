import { isObject, pathTo } from './schema-fault.ts';

export type Difference = {
  readonly field: string;
  /** undefined: there was nothing. */
  readonly from?: unknown;
  readonly to?: unknown;
};

/** Where two JSON values differ, leaf by leaf. */
export function differencesOf(from: unknown, to: unknown, path = ''): readonly Difference[] {
  if (isBranch(from) && isBranch(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...names].flatMap((name) =>
      differencesOf(memberOf(from, name), memberOf(to, name), memberPath(path, name, to)),
    );
  }
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field: path, from, to }];
}

function isBranch(value: unknown): value is object {
  return Array.isArray(value) || isObject(value);
}

function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function memberPath(path: string, name: string, parent: object): string {
  if (Array.isArray(parent)) return `${path}[${name}]`;
  return pathTo(path, name);
}
