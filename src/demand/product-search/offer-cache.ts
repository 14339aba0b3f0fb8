import type { OffersRead } from './read-offers.ts';

export const CACHE_MS = 30_000;

/** Few, because a large heap lengthens the pauses of every auction in the process. */
export const CACHE_ENTRIES_MAX = 200;

/** What was read from each address, for a short while. All entries live equally long: the oldest goes first. */
export function createOfferCache(nowMs: () => number) {
  const entries = new Map<string, { readonly offers: OffersRead; readonly untilMs: number }>();
  return {
    get(url: string): OffersRead | undefined {
      const entry = entries.get(url);
      if (entry === undefined) return undefined;
      if (nowMs() < entry.untilMs) return entry.offers;
      entries.delete(url);
      return undefined;
    },
    set(url: string, offers: OffersRead): void {
      // Deleted first, so that the map's order stays the order of age.
      entries.delete(url);
      entries.set(url, { offers, untilMs: nowMs() + CACHE_MS });
      for (const oldest of entries.keys()) {
        if (entries.size <= CACHE_ENTRIES_MAX) break;
        entries.delete(oldest);
      }
    },
  };
}
