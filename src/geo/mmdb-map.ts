import { ARRAY, followed, MAP, TEXT, type Value, valueAt } from './mmdb-values.ts';

/** How many more values may be read. It bounds the time for hostile or damaged data. */
export type Budget = { values: number };

/** Distinguishes a damaged map from one without the key. */
export type Found = Value | 'absent' | 'broken';

/** Finds the value of a key in a map, and follows pointers. The key is ASCII. */
export function findKey(section: Uint8Array, map: Value, name: string, budget: Budget): Found {
  let at = map.at;
  for (let entry = 0; entry < map.size; entry++) {
    const key = valueAt(section, at);
    const keyText = key && followed(section, key);
    const value = key && valueAt(section, key.next);
    if (value === undefined || keyText?.type !== TEXT || --budget.values < 0) return 'broken';
    if (isText(section, keyText, name)) return followed(section, value) ?? 'broken';
    const next = afterWhole(section, value, budget);
    if (next === undefined) return 'broken';
    at = next;
  }
  return 'absent';
}

/** Returns the position after a value and all values inside it. */
function afterWhole(section: Uint8Array, whole: Value, budget: Budget): number | undefined {
  let value: Value | undefined = whole;
  let pending = 1;
  while (value !== undefined && --budget.values >= 0) {
    if (value.type === MAP) pending += 2 * value.size;
    if (value.type === ARRAY) pending += value.size;
    pending--;
    if (pending === 0) return value.next;
    value = valueAt(section, value.next);
  }
  return undefined;
}

function isText(section: Uint8Array, { size, at }: Value, text: string): boolean {
  if (size !== text.length) return false;
  for (let i = 0; i < size; i++) if (section[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
