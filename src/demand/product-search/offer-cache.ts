import type { OffersRead } from './read-offers.ts';

/** Few, because a large heap lengthens the pauses of every auction in the process. */
export const CACHE_ENTRIES_MAX = 200;

/** Of all answers together, in characters of what was received. */
const CACHE_CHARACTERS_MAX = 8_000_000;

type Entry = { readonly offers: OffersRead; readonly readMs: number; readonly characters: number };

/** What was read from each address, kept for `keepMs`: at most so long is an ad sold at a price that has changed (ruling 78). */
export function createOfferCache(nowMs: () => number, keepMs: number) {
  const entries = new Map<string, Entry>();
  let characters = 0;

  function forget(key: string): void {
    characters -= entries.get(key)?.characters ?? 0;
    entries.delete(key);
  }

  return {
    get(key: string): OffersRead | undefined {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const ageMs = nowMs() - entry.readMs;
      // The clock may have been set back.
      if (ageMs >= 0 && ageMs < keepMs) return entry.offers;
      forget(key);
      return undefined;
    },
    set(key: string, offers: OffersRead, length: number): void {
      if (keepMs === 0) return;
      // Forgotten first, so that the map's order stays the order of age.
      forget(key);
      entries.set(key, { offers, readMs: nowMs(), characters: length });
      characters += length;
      for (const oldest of entries.keys()) {
        if (entries.size <= CACHE_ENTRIES_MAX && characters <= CACHE_CHARACTERS_MAX) break;
        forget(oldest);
      }
    },
  };
}
