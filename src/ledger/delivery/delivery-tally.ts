import { dayOf } from '../../lib/day.ts';
import { inPortions } from '../../lib/portions.ts';
import { createTextRows, NO_ROW } from '../text-rows.ts';
import { DELIVERY_KINDS, type DeliveryCell, type DeliveryKind } from './delivery.ts';

export type DeliveryTally = ReturnType<typeof createDeliveryTally>;

/** Counts that are kept between two flushes. */
export const CELLS_MAX = 20_000;

/** Details of one kind that a campaign has between two flushes. Further ones are counted as 'other'. */
export const DETAILS_MAX = 20;

const CELLS_PER_PORTION = 500;
const OTHER = 'other';

/** Counts in memory, between two flushes to the journal. `onFull` has to flush: there is no room for further counts. */
export function createDeliveryTally(nowMs: () => number, onFull: () => void) {
  /** By partner and campaign: how many details each kind has. */
  const campaigns = createTextRows({ texts: 2, sums: DELIVERY_KINDS.length, rowsMax: CELLS_MAX });
  /** By partner, campaign, kind, detail and publisher: the count and the amount. */
  const cells = createTextRows({ texts: 5, sums: 2, rowsMax: CELLS_MAX });
  let day = dayOf(nowMs());

  function newRow(partner: string, campaign: string, kind: DeliveryKind, detail: string): number {
    campaigns.key[0] = campaigns.numberOf(partner, true);
    campaigns.key[1] = campaigns.numberOf(campaign, true);
    const at = campaigns.find(true) * DELIVERY_KINDS.length + DELIVERY_KINDS.indexOf(kind);
    const details = campaigns.sums[at] as number;
    if (details >= DETAILS_MAX && detail !== OTHER) return NO_ROW;
    campaigns.sums[at] = details + 1;
    return cells.find(true);
  }

  function rowOf(
    partner: string,
    campaign: string,
    kind: DeliveryKind,
    detail: string,
    publisher: string,
  ): number {
    const { key, numberOf } = cells;
    key[0] = numberOf(partner, true);
    key[1] = numberOf(campaign, true);
    key[2] = numberOf(kind, true);
    key[3] = numberOf(detail, true);
    key[4] = numberOf(publisher, true);
    const known = cells.find(false);
    if (known !== NO_ROW) return known;
    const added = newRow(partner, campaign, kind, detail);
    return added === NO_ROW ? rowOf(partner, campaign, kind, OTHER, '') : added;
  }

  return {
    /** The amount is the price. Its arguments are no object, since an auction counts several of them. */
    count(
      kind: DeliveryKind,
      amount: number,
      partner: string,
      campaign: string,
      detail: string,
      publisher = '',
    ): void {
      if (cells.size() >= CELLS_MAX || dayOf(nowMs()) !== day) onFull();
      const at = 2 * rowOf(partner, campaign, kind, detail, publisher);
      cells.sums[at] = (cells.sums[at] as number) + 1;
      cells.sums[at + 1] = (cells.sums[at + 1] as number) + amount;
    },
    /** Returns and resets the counts, in portions that fit a journal entry. */
    flush(): readonly (readonly DeliveryCell[])[] {
      const flushed = Array.from(
        { length: cells.size() },
        (_, row): DeliveryCell => ({
          day,
          count: cells.sums[row * 2] as number,
          amount: cells.sums[row * 2 + 1] as number,
          partner: cells.textAt(row, 0),
          campaign: cells.textAt(row, 1),
          kind: cells.textAt(row, 2) as DeliveryKind, // written above
          detail: cells.textAt(row, 3),
          publisher: cells.textAt(row, 4),
        }),
      );
      cells.clear();
      campaigns.clear();
      day = dayOf(nowMs());
      return inPortions(flushed, CELLS_PER_PORTION);
    },
  };
}
