import { dueNanos, isProven, type SaleEvent, spendNanos } from '../../core/sale/fact.ts';
import { dayOf } from '../../lib/day.ts';
import { addedTo, createSums, insertAll } from '../../lib/sql/bulk.ts';
import type { Query } from '../../lib/sql/database.ts';
import type { DecidedCharges } from '../budgets/decide-charges.ts';

/**
 * What becomes of a campaign's chances, for its own page. `detail` is the creative of those that bid, won, were shown,
 * clicked, converted or billed; of the others it says why: the asset that was missing, the loss code, who won instead, the cause
 * for which its budget held it back, or why it was not charged, or not in full. `floor` counts the dropped bids that were
 * below a floor once more, with the floor as the amount.
 */
export const DELIVERY_KINDS = [
  'misfit',
  'bid',
  'dropped',
  'floor',
  'outbid',
  'won',
  'shown',
  'clicked',
  'billed',
  'held',
  'uncharged',
  'converted',
] as const;

export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** A count of one day of UTC. */
export type DeliveryCell = {
  readonly day: number;
  readonly partner: string;
  readonly campaign: string;
  readonly kind: DeliveryKind;
  readonly detail: string;
  /** '' where it does not matter. */
  readonly publisher: string;
  readonly count: number;
  /**
   * A sum of CPMs in USD micros: of the bid, also of one that was held back, of the
   * winner, of the floor, or that a win pays. Of
   * `billed` and `uncharged`, billionths of a USD; of `converted`, what the orders were worth, in USD micros.
   */
  readonly amount: number;
};

const KEY = 'partner, campaign, day, kind, detail, publisher';
const addCells = (values: string) =>
  `insert into campaign_delivery as d (${KEY}, count, amount) values ${values}
  on conflict (${KEY}) do update set
    count = d.count + excluded.count, ${addedTo('d', 'amount')}`;

/** Adds counts to the table, each row once. */
export async function writeDelivery(query: Query, cells: readonly DeliveryCell[]): Promise<void> {
  const sums = createSums();
  for (const { partner, campaign, day, kind, detail, publisher, count, amount } of cells) {
    sums.add([partner, campaign, day, kind, detail, publisher], [count, amount]);
  }
  await insertAll(query, sums.rows(), addCells);
}

const KIND_OF_EVENT: Readonly<Partial<Record<SaleEvent['kind'], DeliveryKind>>> = {
  impression: 'shown',
  click: 'clicked',
  conversion: 'converted',
};

/** What a pixel says is not proven, and belongs to reports alone. */
function toldOf(event: SaleEvent): readonly DeliveryCell[] {
  const kind = KIND_OF_EVENT[event.kind];
  if (kind === undefined || !isProven(event)) return [];
  const amount = event.kind === 'conversion' ? event.valueMicros : 0;
  return [{ ...cellOf(event), kind, amount }];
}

/** What the notices and conversions of our own campaigns add. */
export function deliveryOf(
  { events, late }: Pick<DecidedCharges, 'events' | 'late'>,
  remotePartners: ReadonlySet<string>,
): readonly DeliveryCell[] {
  const isOwn = ({ sale }: SaleEvent) => !sale.isTest && !remotePartners.has(sale.partner);
  return [
    ...events.filter(isOwn).flatMap((event) => [...toldOf(event), ...chargeCells(event)]),
    ...late
      .filter(({ fact }) => isOwn(fact))
      .flatMap(({ fact, before }) => {
        const kind = 'uncharged' as const;
        // It was counted with the reason of before.
        const undone = {
          ...cellOf(fact),
          kind,
          detail: before,
          count: -1,
          amount: -dueNanos(fact),
        };
        return [undone, ...chargeCells(fact)];
      }),
  ];
}

function cellOf({ sale, atMs }: SaleEvent) {
  const { partner, campaign, creative: detail } = sale;
  return { day: dayOf(atMs), partner, campaign, detail, publisher: '', count: 1 };
}

/** What was charged for a fact, and what was not. */
function chargeCells(event: SaleEvent): readonly DeliveryCell[] {
  const cell = cellOf(event);
  const { uncharged } = event;
  const charged = spendNanos(event);
  const amount = dueNanos(event) - charged;
  return [
    ...(charged === 0 ? [] : [{ ...cell, kind: 'billed' as const, amount: charged }]),
    ...(uncharged === undefined
      ? []
      : [{ ...cell, kind: 'uncharged' as const, detail: uncharged, amount }]),
  ];
}
