import Type from 'typebox';
import { UNCHARGED_REASONS } from '../../core/sale/fact.ts';
import { HOLD_CAUSES } from '../../core/sale/hold-cause.ts';
import { op } from '../../host/op.ts';
import type { DeliveryKind } from '../../ledger/delivery/delivery.ts';
import type { DeliveryRow } from '../../ledger/delivery/read-delivery.ts';
import { dayOf } from '../../lib/day.ts';
import { told } from '../../lib/op.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';

/** Reasons of one kind that are listed, the most frequent first. */
const LOSSES_MAX = 10;

const MICROS = 1e6;
const NANOS = 1e9;

/** As long as counts are kept. */
const DELIVERY_DAYS_MAX = 800;

export const DELIVERY_OPS = [
  op('GET /api/campaigns/{partner}/{campaign}/delivery', {
    role: 'read',
    summary: 'How far it gets, from requests that match it to clicks, and what it loses',
    query: Type.Object({
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: DELIVERY_DAYS_MAX })),
    }),
    answer: told<CampaignDelivery>(),
    async run({ host: { ledger, nowMs }, parts, query: { days = DELIVERY_DAYS_MAX } }) {
      const fromDay = dayOf(nowMs()) - days + 1;
      return campaignDelivery(await ledger.delivery({ ...parts, fromDay }));
    },
  }),
] as const;

/** What a campaign was sold, and what it lost. */
export type CampaignDelivery = DeepReadonly<ReturnType<typeof campaignDelivery>>;

/** From the counts of a campaign, which come the most frequent first, as its lists do. */
export function campaignDelivery(rows: readonly DeliveryRow[]) {
  const of = (kind: DeliveryKind) => rows.filter((row) => row.kind === kind);
  const countOf = (kind: DeliveryKind) => sum(of(kind), ({ count }) => count);
  const counts = countsOf(rows);
  const { bid } = counts;
  return {
    ...counts,
    /** It ran on the request, and was among the dearest of its partner that could pay or that were held back. */
    matched: bid + countOf('misfit') + countOf('held'),
    /** On average. Null: it has not bid. */
    bidCpmUsd: bid === 0 ? null : sum(of('bid'), ({ amount }) => amount) / bid / MICROS,
    /** No creative of the campaign fitted, for want of this. */
    misfits: of('misfit')
      .slice(0, LOSSES_MAX)
      .map(({ detail, publisher, count }) => ({ missing: detail, publisher, count })),
    /** Requests that the campaign matched and that its budget did not let it bid on. */
    held: of('held').flatMap(heldBid),
    heldCount: countOf('held'),
    /** Bills, clicks and conversions that were not charged, or not in full. */
    uncharged: of('uncharged').flatMap(unchargedOf),
    /** Bids that broke a rule, by its OpenRTB loss code, with the average floor that they were below, where that is known. */
    dropped: of('dropped')
      .slice(0, LOSSES_MAX)
      .map(({ detail, publisher, count }) => {
        const floors = of('floor').find(
          (row) => row.detail === detail && row.publisher === publisher,
        );
        const floorUsd = floors === undefined ? null : averageUsd(floors);
        return { code: Number(detail), publisher, count, floorUsd };
      }),
    droppedCount: countOf('dropped'),
    outbid: of('outbid').slice(0, LOSSES_MAX).map(outbidBy),
    outbidCount: countOf('outbid'),
    creatives: creativesOf(rows),
  };
}

/** Counts of impressions, without tests. */
function countsOf(rows: readonly DeliveryRow[]) {
  const of = (kind: DeliveryKind) => rows.filter((row) => row.kind === kind);
  const countOf = (kind: DeliveryKind) => sum(of(kind), ({ count }) => count);
  return {
    bid: countOf('bid'),
    won: countOf('won'),
    shown: countOf('shown'),
    clicked: countOf('clicked'),
    /** Orders and other events that the advertiser's server told of, and what they were worth to it. */
    converted: countOf('converted'),
    valueUsd: sum(of('converted'), ({ amount }) => amount) / MICROS,
    spendUsd: sum(of('billed'), ({ amount }) => amount) / NANOS,
  };
}

/** Under a cause that is known here. */
function heldBid({ detail, count, amount }: DeliveryRow) {
  const cause = HOLD_CAUSES.find((one) => one === detail);
  return cause === undefined ? [] : [{ cause, count, cpmUsd: averageUsd({ count, amount }) }];
}

function unchargedOf({ detail, count, amount }: DeliveryRow) {
  const reason = UNCHARGED_REASONS.find((known) => known === detail);
  return reason === undefined ? [] : [{ reason, count, usd: amount / NANOS }];
}

function outbidBy({ detail, count, amount }: DeliveryRow) {
  const [partner = '', ...seat] = detail.split('/');
  return { partner, seat: seat.join('/'), count, cpmUsd: averageUsd({ count, amount }) };
}

function averageUsd({ count, amount }: Pick<DeliveryRow, 'count' | 'amount'>): number {
  return amount / count / MICROS;
}

/** By creative. */
function creativesOf(rows: readonly DeliveryRow[]) {
  const kinds: readonly DeliveryKind[] = ['bid', 'won', 'shown', 'clicked', 'converted', 'billed'];
  const ofCreatives = rows.filter(({ kind }) => kinds.includes(kind));
  return [...Map.groupBy(ofCreatives, ({ detail }) => detail)].map(([creative, own]) => {
    return { creative, ...countsOf(own) };
  });
}

function sum(rows: readonly DeliveryRow[], of: (row: DeliveryRow) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
