import { isRecord } from './safe-text.ts';

export type Kind = 'a string' | 'a number' | 'a boolean' | 'an object' | 'a function';

/** Throws for what is no object, for a name that nobody reads, and for a value of another kind than its name has. */
export function expectFields(
  where: string,
  value: unknown,
  kinds: Readonly<Record<string, Kind>>,
): void {
  if (!isRecord(value)) throw new TypeError(`${where}: expected an object, got ${kindOf(value)}`);
  for (const [name, field] of Object.entries(value)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const names = Object.keys(kinds).join(', ');
      throw new TypeError(`${where}: expected ${names}, got ${JSON.stringify(name)}`);
    }
    // The kind and not the value: it may be a key.
    if (field !== undefined && kindOf(field) !== kind) {
      throw new TypeError(`${name}: expected ${kind}, got ${kindOf(field)}`);
    }
  }
}

/** What a value is, for a sentence that may not repeat it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
