import { fieldOf, isBranch, memberPath } from './schema-fault.ts';

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
      differencesOf(fieldOf(from, name), fieldOf(to, name), memberPath(path, name, to)),
    );
  }
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field: path, from, to }];
}
