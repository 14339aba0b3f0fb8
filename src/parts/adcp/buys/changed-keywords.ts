import { isObject, type JsonObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail } from '../errors.ts';
import type { ChangedPackageArgs } from './buy-schemas.ts';

const LISTS = [
  ['keyword_targets', 'keyword_targets_add', 'keyword_targets_remove'],
  ['negative_keywords', 'negative_keywords_add', 'negative_keywords_remove'],
] as const;

type Keyword = { readonly keyword: string; readonly match_type: string };

/** An overlay with keywords added and removed one by one, each known by its text and how it matches. */
export function changedKeywords(
  overlay: JsonObject,
  args: ChangedPackageArgs,
  path: string,
): JsonObject | AdcpError {
  let changed = overlay;
  for (const [list, add, remove] of LISTS) {
    const [added, removed] = [args[add], args[remove]];
    if (added == null && removed == null) continue;
    if (args.targeting_overlay?.[list] !== undefined) {
      const field = `${path}.targeting_overlay.${list}`;
      return fail.invalid(`${field}: expected it alone, without ${add} and ${remove}`, { field });
    }
    const known: readonly unknown[] = Array.isArray(changed[list]) ? changed[list] : [];
    const byName = new Map(known.map((one) => [nameOf(one), one]));
    for (const one of removed ?? []) byName.delete(nameOf(one));
    for (const one of added ?? []) byName.set(nameOf(one), one);
    const { [list]: _, ...rest } = changed;
    changed = byName.size === 0 ? rest : { ...rest, [list]: [...byName.values()] };
  }
  return changed;
}

function nameOf(value: unknown): string {
  const { keyword, match_type }: Partial<Keyword> = isObject(value) ? value : {};
  return JSON.stringify([keyword, match_type]);
}
