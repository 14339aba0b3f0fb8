import { copy, isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Pick } from './mutation.ts';

/** Where in a request a rule is to be broken. */
export type Place = {
  /** As an error names it, like `imp[2].ext.service`. */
  readonly path: string;
  readonly put: (value: Json) => void;
  readonly remove: () => void;
};

export type Surroundings = {
  /** What to put where a place on the way is absent, null or an empty list; `{}` if not given. */
  readonly defaults: Readonly<Record<string, Json>>;
  /** Names that exclude each other: going to one removes the others. */
  readonly exclusive: readonly (readonly string[])[];
};

/** The place of a pattern like `imp[].ext.service`, with valid surroundings made where there are none. */
export function locate(
  root: JsonObject,
  pattern: string,
  { defaults, exclusive }: Surroundings,
  pick: Pick,
): Place {
  const steps = pattern.match(/[^.[\]]+|\[\]/g) ?? [];
  let container: Json = root;
  let path = '';
  let passed = '';
  for (const [depth, step] of steps.entries()) {
    const key: string | number = step === '[]' ? pick(indices(container)) : step;
    path += typeof key === 'number' ? `[${key}]` : `${path === '' ? '' : '.'}${key}`;
    passed += step === '[]' ? step : `${passed === '' ? '' : '.'}${step}`;
    dropRivals(container, key, exclusive);
    const holder = container as Record<string | number, Json>;
    if (depth === steps.length - 1) {
      return {
        path,
        put: (value) => {
          holder[key] = value;
        },
        remove: () => {
          delete holder[key];
        },
      };
    }
    const value: Json | undefined = holder[key];
    const isUsable = Array.isArray(value) ? value.length > 0 : isJsonObject(value);
    if (!isUsable) holder[key] = copy(defaults[passed] ?? {});
    container = holder[key] ?? null;
  }
  throw new Error('a pattern has at least one step');
}

function indices(container: Json): number[] {
  return Array.isArray(container) ? [...container.keys()] : [];
}

function dropRivals(
  container: Json,
  key: string | number,
  exclusive: Surroundings['exclusive'],
): void {
  if (!isJsonObject(container)) return;
  for (const group of exclusive) {
    if (!group.includes(String(key))) continue;
    for (const name of group) if (name !== key) delete container[name];
  }
}
