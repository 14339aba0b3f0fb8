import type { SaleEvent } from '../core/sale/fact.ts';
import type { DatabaseKind, Query } from '../lib/sql/database.ts';
import { decideCharges } from './budgets/decide-charges.ts';
import { type CampaignKnowledge, settleFacts } from './budgets/settle-facts.ts';
import { type DeliveryCell, deliveryOf, writeDelivery } from './delivery/delivery.ts';
import type { TalliedMinute } from './entry.ts';
import type { NamedValues } from './named-values.ts';
import { responsesOf, writeResponses } from './rates/responses.ts';
import { writeRollup } from './rollup.ts';

/** What the drain knows of partners and campaigns. */
export type LedgerKnowledge = CampaignKnowledge & {
  /** The remote partners whose bids are priced here, by what is learned of them. */
  readonly searchPartners?: ReadonlySet<string> | undefined;
  /** Bounds the creatives and advertisers that are counted by name. */
  readonly named?: NamedValues | undefined;
};

type EventsToWrite = {
  /** Facts and conversions that this transaction has stored. */
  readonly events: readonly SaleEvent[];
  readonly tallies: readonly TalliedMinute[];
  readonly delivery: readonly DeliveryCell[];
};

/** Charges what is new and adds it to all counts: rows that machines share, so that they come last and in this order. */
export async function writeEvents(
  query: Query,
  kind: DatabaseKind,
  { events: stored, tallies, delivery }: EventsToWrite,
  knowledge: LedgerKnowledge,
) {
  const { remotePartners, searchPartners, named } = knowledge;
  const decided = await decideCharges(query, kind, stored, knowledge);
  const { events, late, holds } = decided;
  const lateFacts = late.map(({ fact }) => fact);
  await writeRollup(query, { events, charges: lateFacts, tallies, named });
  await settleFacts(query, [...events, ...lateFacts], knowledge, holds);
  await writeDelivery(query, [...delivery, ...deliveryOf(decided, remotePartners)]);
  const isPricedHere = (partner: string) =>
    !remotePartners.has(partner) || searchPartners?.has(partner) === true;
  await writeResponses(query, responsesOf([...events, ...lateFacts], isPricedHere));
  return {
    /** Facts and conversions that were not stored before, with what each is charged. */
    newEvents: events,
    /** Facts that were stored before, and are charged only now. */
    charges: lateFacts.filter(({ uncharged }) => uncharged === undefined),
  };
}
