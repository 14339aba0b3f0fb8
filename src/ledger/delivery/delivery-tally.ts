import { dayOf } from '../../lib/day.ts';
import { inPortions } from '../../lib/portions.ts';
import { findIn, putIn, type TextTree } from '../../lib/text-tree.ts';
import type { DeliveryCell } from './delivery.ts';

export type DeliveryTally = ReturnType<typeof createDeliveryTally>;

type DeliverySubject = Omit<DeliveryCell, 'day' | 'count' | 'amount'>;

/** Counts that are kept between two flushes. */
export const CELLS_MAX = 20_000;

/** Details of one kind that a campaign has between two flushes. Further ones are counted as 'other'. */
export const DETAILS_MAX = 20;

const CELLS_PER_PORTION = 500;
const OTHER = 'other';

type DeliveryCount = { readonly subject: DeliverySubject; count: number; amount: number };
/** Of a campaign and a kind. */
type OfKind = { readonly byDetail: TextTree<DeliveryCount>; details: number };

const KIND_LEVELS = ['partner', 'kind', 'campaign'] as const;
const DETAIL_LEVELS = ['detail', 'publisher'] as const;

/** Counts in memory, between two flushes to the journal. `onFull` has to flush: there is no room for further counts. */
export function createDeliveryTally(nowMs: () => number, onFull: () => void) {
  let kinds: TextTree<OfKind> = new Map();
  let counts: DeliveryCount[] = [];
  let day = dayOf(nowMs());

  function kindOf(subject: DeliverySubject): OfKind {
    const known = findIn(kinds, KIND_LEVELS, subject);
    if (known !== undefined) return known;
    const created = { byDetail: new Map(), details: 0 };
    putIn(kinds, KIND_LEVELS, subject, created);
    return created;
  }

  function countedFor(subject: DeliverySubject): DeliveryCount {
    const ofKind = kindOf(subject);
    const known = findIn(ofKind.byDetail, DETAIL_LEVELS, subject);
    if (known !== undefined) return known;
    if (ofKind.details >= DETAILS_MAX && subject.detail !== OTHER) {
      return countedFor({ ...subject, detail: OTHER, publisher: '' });
    }
    ofKind.details++;
    const created = { subject, count: 0, amount: 0 };
    putIn(ofKind.byDetail, DETAIL_LEVELS, subject, created);
    counts.push(created);
    return created;
  }

  return {
    count(subject: DeliverySubject, amount: number): void {
      if (counts.length >= CELLS_MAX || dayOf(nowMs()) !== day) onFull();
      const counted = countedFor(subject);
      counted.count++;
      counted.amount += amount;
    },
    /** Returns and resets the counts, in portions that fit a journal entry. */
    flush(): readonly (readonly DeliveryCell[])[] {
      const flushed = counts.map(({ subject, count, amount }) => {
        return { day, count, amount, ...subject };
      });
      kinds = new Map();
      counts = [];
      day = dayOf(nowMs());
      return inPortions(flushed, CELLS_PER_PORTION);
    },
  };
}
