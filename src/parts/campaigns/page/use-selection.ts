import { useEffect, useRef, useState } from 'preact/hooks';
import type { CampaignKey } from './bulk-api.ts';

export type CampaignSelection = ReturnType<typeof useSelection>;

export const keyOf = ({ partner, campaign }: CampaignKey) => `${partner}/${campaign}`;

/** The campaigns that are selected, also on other pages of the list. Another filter begins anew. */
export function useSelection(filter: string) {
  const [selected, setSelected] = useState<ReadonlyMap<string, CampaignKey>>(new Map());
  /** Where a range begins. */
  const last = useRef<string>(undefined);
  useEffect(() => setSelected(new Map()), [filter]);

  const set = (keys: readonly CampaignKey[], isWanted: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      for (const one of keys) {
        if (isWanted) next.set(keyOf(one), { partner: one.partner, campaign: one.campaign });
        else next.delete(keyOf(one));
      }
      return next;
    });

  return {
    count: selected.size,
    keys: () => [...selected.values()],
    has: (one: CampaignKey) => selected.has(keyOf(one)),
    set,
    /** Selects these and nothing else. */
    replace(keys: readonly CampaignKey[]) {
      setSelected(new Map());
      set(keys, true);
    },
    /** One row of a page; with Shift all from the last one to it. */
    mark(rows: readonly CampaignKey[], row: CampaignKey, isWanted: boolean, isRange: boolean) {
      const [from, to] = [last.current, keyOf(row)].map((key) =>
        rows.findIndex((one) => keyOf(one) === key),
      ) as [number, number];
      const range =
        isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
      set(range, isWanted);
      last.current = keyOf(row);
    },
  };
}
