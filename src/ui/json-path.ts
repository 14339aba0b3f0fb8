import { isObject } from '../lib/schema-fault.ts';

/** The way to a value in a campaign: `['creatives', 0, 'title']`. */
type JsonPath = readonly (string | number)[];

/** Of a field as the server names it: `creatives[0].title`. */
export function pathOf(field: string): JsonPath {
  const keys = field.match(/[^.[\]]+/g) ?? [];
  return keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner) && typeof key === 'number') return (inner as readonly unknown[])[key];
    return isObject(inner) ? inner[key] : undefined;
  }, value);
}

/** The value with another one at this path. An empty parent goes, unless it is a list's item. */
export function withValueAt(value: unknown, [key, ...rest]: JsonPath, next: unknown): unknown {
  if (key === undefined) return next;
  const inner = withValueAt(valueAt(value, [key]), rest, next);
  if (typeof key === 'number') {
    const items = Array.isArray(value) ? [...(value as readonly unknown[])] : [];
    items[key] = inner ?? {};
    return items;
  }
  const { [key]: _, ...others } = isObject(value) ? value : {};
  if (inner === undefined || (isObject(inner) && Object.keys(inner).length === 0)) {
    return Object.keys(others).length === 0 ? undefined : others;
  }
  // A key that was there keeps its position.
  return isObject(value) && Object.hasOwn(value, key)
    ? { ...value, [key]: inner }
    : { ...others, [key]: inner };
}
