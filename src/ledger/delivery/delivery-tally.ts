import { dayOf } from '../../lib/day.ts';
import type { DeliveryCell, DeliveryKind } from './delivery.ts';

/** Counts in memory of what becomes of campaigns' chances, between two flushes to the journal. */
export type DeliveryTally = {
  readonly count: (subject: DeliverySubject, amount: number) => void;
  /** Returns and resets the counts, in portions that fit a journal entry. */
  readonly flush: () => readonly (readonly DeliveryCell[])[];
};

type DeliverySubject = Omit<DeliveryCell, 'day' | 'count' | 'amount'>;

export type DeliveryTallyOptions = {
  readonly nowMs: () => number;
  /** Called once there is no room for further counts. It has to flush. */
  readonly onFull: () => void;
};

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

export function createDeliveryTally({ nowMs, onFull }: DeliveryTallyOptions): DeliveryTally {
  const partners = new Map<string, Map<string, OfCampaign>>();
  let cells = 0;
  let day = dayOf(nowMs());

  function countedFor(subject: DeliverySubject): DeliveryCount {
    const { kind, detail, publisher } = subject;
    const { byDetail, details } = ofCampaign(partners, subject);
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
    count(subject, amount) {
      if (cells >= CELLS_MAX || dayOf(nowMs()) !== day) onFull();
      const counted = countedFor(subject);
      counted.count++;
      counted.amount += amount;
    },
    flush() {
      const flushed = [...partners.values()].flatMap((campaigns) =>
        [...campaigns.values()].flatMap(({ byDetail }) =>
          [...byDetail.values()].map(({ subject, count, amount }) => ({
            day,
            count,
            amount,
            ...subject,
          })),
        ),
      );
      partners.clear();
      cells = 0;
      day = dayOf(nowMs());
      return Array.from({ length: Math.ceil(flushed.length / CELLS_PER_PORTION) }, (_, index) =>
        flushed.slice(index * CELLS_PER_PORTION, (index + 1) * CELLS_PER_PORTION),
      );
    },
  };
}

function ofCampaign(
  partners: Map<string, Map<string, OfCampaign>>,
  { partner, campaign }: DeliverySubject,
): OfCampaign {
  let campaigns = partners.get(partner);
  if (campaigns === undefined) {
    campaigns = new Map();
    partners.set(partner, campaigns);
  }
  let found = campaigns.get(campaign);
  if (found === undefined) {
    found = { byDetail: new Map(), details: new Map() };
    campaigns.set(campaign, found);
  }
  return found;
}

function keyOf(kind: DeliveryKind, detail: string, publisher: string): string {
  return `${kind}\n${detail}\n${publisher}`;
}
