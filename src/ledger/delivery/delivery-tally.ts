import { dayOf } from '../../lib/day.ts';
import type { DeliveryCell, DeliveryKind } from './delivery.ts';

export type DeliveryTally = ReturnType<typeof createDeliveryTally>;

type DeliverySubject = Omit<DeliveryCell, 'day' | 'count' | 'amount'>;

/** Counts that are kept between two flushes. */
export const CELLS_MAX = 20_000;

/** Details of one kind that a campaign has between two flushes. Further ones are counted as 'other'. */
export const DETAILS_MAX = 20;

const CELLS_PER_PORTION = 500;
const OTHER = 'other';

type DeliveryCount = { readonly subject: DeliverySubject; count: number; amount: number };
type OfCampaign = {
  readonly byDetail: Map<string, DeliveryCount>;
  readonly details: Map<DeliveryKind, number>;
};

/** Counts in memory, between two flushes to the journal. `onFull` has to flush: there is no room for further counts. */
export function createDeliveryTally(nowMs: () => number, onFull: () => void) {
  const campaigns = new Map<string, OfCampaign>();
  let cells = 0;
  let day = dayOf(nowMs());

  function ofCampaign(key: string): OfCampaign {
    const known = campaigns.get(key);
    if (known !== undefined) return known;
    const created = { byDetail: new Map(), details: new Map() };
    campaigns.set(key, created);
    return created;
  }

  function countedFor(subject: DeliverySubject): DeliveryCount {
    const { partner, campaign, kind, detail, publisher } = subject;
    const { byDetail, details } = ofCampaign(`${partner}\n${campaign}`);
    const known = byDetail.get(keyOf(kind, detail, publisher));
    if (known !== undefined) return known;
    const used = details.get(kind) ?? 0;
    if (used >= DETAILS_MAX && detail !== OTHER) {
      return countedFor({ ...subject, detail: OTHER, publisher: '' });
    }
    details.set(kind, used + 1);
    const created = { subject, count: 0, amount: 0 };
    byDetail.set(keyOf(kind, detail, publisher), created);
    cells++;
    return created;
  }

  return {
    count(subject: DeliverySubject, amount: number): void {
      if (cells >= CELLS_MAX || dayOf(nowMs()) !== day) onFull();
      const counted = countedFor(subject);
      counted.count++;
      counted.amount += amount;
    },
    /** Returns and resets the counts, in portions that fit a journal entry. */
    flush(): readonly (readonly DeliveryCell[])[] {
      const flushed = [...campaigns.values()].flatMap(({ byDetail }) =>
        [...byDetail.values()].map(({ subject, ...counted }) => ({ day, ...counted, ...subject })),
      );
      campaigns.clear();
      cells = 0;
      day = dayOf(nowMs());
      return Array.from({ length: Math.ceil(flushed.length / CELLS_PER_PORTION) }, (_, index) =>
        flushed.slice(index * CELLS_PER_PORTION, (index + 1) * CELLS_PER_PORTION),
      );
    },
  };
}

function keyOf(kind: DeliveryKind, detail: string, publisher: string): string {
  return `${kind}\n${detail}\n${publisher}`;
}
