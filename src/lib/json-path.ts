import { differencesOf } from './differences.ts';
import { fieldOf, isObject } from './schema-fault.ts';

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

/** A value with what somebody has changed in the one before it. A list of another length is one value. */
export function withChanges(value: unknown, first: unknown, changed: unknown): unknown {
  if (differencesOf(first, changed).length === 0) return value;
  if (Array.isArray(value) && Array.isArray(first) && Array.isArray(changed)) {
    const isAligned = value.length === first.length && first.length === changed.length;
    if (!isAligned) return changed;
    return changed.map((item, index) => withChanges(value[index], first[index], item));
  }
  if (!(isObject(value) && isObject(first) && isObject(changed))) return changed;
  const names = new Set([...Object.keys(value), ...Object.keys(changed)]);
  const members = [...names].map((name) => {
    const [now, before, next] = [value, first, changed].map((one) => fieldOf(one, name));
    return [name, withChanges(now, before, next)] as const;
  });
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
