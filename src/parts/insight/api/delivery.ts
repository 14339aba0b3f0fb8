import { UNCHARGED_REASONS } from '../../../core/sale/fact.ts';
import { HOLD_CAUSES } from '../../../core/sale/hold-cause.ts';
import type { DeliveryKind, DeliveryRow } from '../../../ledger/delivery/delivery.ts';
import type {
  CampaignDelivery,
  CreativeDelivery,
  DeliveryCounts,
  HeldBid,
  OutbidBy,
  Uncharged,
} from '../../campaigns/page/api.ts';

/** Reasons of one kind that are listed, the most frequent first. */
const LOSSES_MAX = 10;

const MICROS = 1e6;
const NANOS = 1e9;

/** The page's answer from the counts of a campaign. They come the most frequent first. */
export function campaignDelivery(rows: readonly DeliveryRow[]): CampaignDelivery {
  const of = (kind: DeliveryKind) => rows.filter((row) => row.kind === kind);
  const countOf = (kind: DeliveryKind) => sum(of(kind), ({ count }) => count);
  const counts = countsOf(rows);
  const { bid } = counts;
  return {
    ...counts,
    matched: bid + countOf('misfit') + countOf('held'),
    bidCpmUsd: bid === 0 ? null : sum(of('bid'), ({ amount }) => amount) / bid / MICROS,
    misfits: of('misfit')
      .slice(0, LOSSES_MAX)
      .map(({ detail, publisher, count }) => ({ missing: detail, publisher, count })),
    held: of('held').flatMap(heldBid),
    heldCount: countOf('held'),
    uncharged: of('uncharged').flatMap(unchargedOf),
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

function countsOf(rows: readonly DeliveryRow[]): DeliveryCounts {
  const of = (kind: DeliveryKind) => rows.filter((row) => row.kind === kind);
  const countOf = (kind: DeliveryKind) => sum(of(kind), ({ count }) => count);
  return {
    bid: countOf('bid'),
    won: countOf('won'),
    shown: countOf('shown'),
    clicked: countOf('clicked'),
    converted: countOf('converted'),
    valueUsd: sum(of('converted'), ({ amount }) => amount) / MICROS,
    spendUsd: sum(of('billed'), ({ amount }) => amount) / NANOS,
  };
}

/** Under a cause that is known here. */
function heldBid({ detail, count, amount }: DeliveryRow): readonly HeldBid[] {
  const cause = HOLD_CAUSES.find((one) => one === detail);
  return cause === undefined ? [] : [{ cause, count, cpmUsd: averageUsd({ count, amount }) }];
}

function unchargedOf({ detail, count, amount }: DeliveryRow): readonly Uncharged[] {
  const reason = UNCHARGED_REASONS.find((known) => known === detail);
  return reason === undefined ? [] : [{ reason, count, usd: amount / NANOS }];
}

function outbidBy({ detail, count, amount }: DeliveryRow): OutbidBy {
  const [partner = '', ...seat] = detail.split('/');
  return { partner, seat: seat.join('/'), count, cpmUsd: averageUsd({ count, amount }) };
}

function averageUsd({ count, amount }: Pick<DeliveryRow, 'count' | 'amount'>): number {
  return amount / count / MICROS;
}

function creativesOf(rows: readonly DeliveryRow[]): readonly CreativeDelivery[] {
  const kinds: readonly DeliveryKind[] = ['bid', 'won', 'shown', 'clicked', 'converted', 'billed'];
  const ofCreatives = rows.filter(({ kind }) => kinds.includes(kind));
  return [...Map.groupBy(ofCreatives, ({ detail }) => detail)].map(([creative, own]) => {
    return { creative, ...countsOf(own) };
  });
}

function sum(rows: readonly DeliveryRow[], of: (row: DeliveryRow) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
