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

/**
 * The audit log keeps so many changes of an entry, and an entry with as many may have had more. A record has fewer
 * fields, unless it has long lists.
 */
export const CHANGES_MAX = 500;

/**
 * The JSON value before these changes led to `now`. undefined where they do not lead there: some may be missing, or a
 * name in a path may be ambiguous.
 */
export function beforeChanges(now: unknown, changes: readonly Difference[]): unknown {
  if (changes.length >= CHANGES_MAX) return undefined;
  const before: unknown = structuredClone(now);
  // The last items of a list go first.
  for (const change of changes.toReversed()) {
    if (!takeBack(before, change)) return undefined;
  }
  const leads = textOf(differencesOf(before, now)) === textOf(changes);
  return leads ? before : undefined;
}

function takeBack(value: unknown, { field, from }: Difference): boolean {
  const steps = field.match(/[^.[\]]+/g) ?? [];
  const last = steps.pop();
  const parent = steps.reduce<unknown>(
    (inner, step) => (isBranch(inner) ? fieldOf(inner, step) : undefined),
    value,
  );
  if (last === undefined || !isBranch(parent)) return false;
  const members = parent as Record<string, unknown>;
  if (from !== undefined) members[last] = from;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete members[last];
  return true;
}

function textOf(changes: readonly Difference[]): string {
  return JSON.stringify(changes.map(({ field, from, to }) => [field, from, to]).sort());
}
