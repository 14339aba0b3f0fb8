import type { SaleEvent } from '../core/sale/fact.ts';
import { type Database, type DatabaseKind, type Query, readClockMs } from '../lib/sql/database.ts';
import { type CampaignKnowledge, decideCharges } from './budgets/decide-charges.ts';
import { attributeDue, insertConversions, isAnyDue } from './conversions.ts';
import { type DeliveryCell, deliveryOf, writeDelivery } from './delivery/delivery.ts';
import { insertFacts } from './fact-rows.ts';
import { insertFeedback } from './feedback/feedback-rows.ts';
import { cutTexts, type FactEntry, type JournalEntry, type TalliedMinute } from './journal-line.ts';
import { dueUrls, queueCalls } from './outbox.ts';
import { responsesOf, writeResponses } from './rates/responses.ts';
import { movePositions, type Positions } from './read-journals.ts';
import type { NamedValues } from './rollup.ts';
import { writeRollup } from './rollup.ts';
import { writeSamples } from './samples/request-samples.ts';

/** What the drain knows of partners and campaigns. */
type LedgerKnowledge = CampaignKnowledge & {
  /** The remote partners whose bids are priced here, by what is learned of them. */
  readonly searchPartners?: ReadonlySet<string> | undefined;
  /** Bounds the creatives and advertisers that are counted by name. */
  readonly named?: NamedValues | undefined;
};

type LookToWrite = LedgerKnowledge & {
  readonly entries: readonly JournalEntry[];
  readonly moved: Positions;
  readonly nowMs: number;
  readonly outboxRowsMax: number;
};

export type Written = Readonly<Awaited<ReturnType<typeof writeLook>>>;

/** Rows that machines share come last and in this order: machines wait for each other briefly, never in a circle. */
export async function writeLook(query: Query, kind: DatabaseKind, look: LookToWrite) {
  const { entries, moved, nowMs, outboxRowsMax: rowsMax } = look;
  const of = entriesByKind(entries.map(cutTexts));
  const clockMs = await readClockMs({ kind, query }, nowMs);
  await movePositions(query, moved, clockMs);

  const stored = await insertFacts(
    query,
    of.facts.map(({ fact }) => fact),
  );
  const carried = new Map(of.facts.map(({ fact, calls }) => [fact, calls]));
  const due = stored.flatMap((fact) => dueUrls(fact, carried.get(fact) ?? []));
  const refusedCalls = await queueCalls(query, due, { kind, nowMs, rowsMax });

  await insertConversions(query, of.conversions);
  const { newConversions } =
    of.conversions.length === 0 ? NONE_DUE : await attributeDue(query, clockMs);
  const events = [...stored, ...newConversions];
  const { tallies, delivery } = of;
  const written = await writeEvents(query, kind, { events, tallies, delivery }, look);
  await insertFeedback(query, of.feedback);
  await writeSamples(query, of.samples);
  return {
    ...written,
    /** Calls to partners that the outbox had no room for. */
    refusedCalls,
  };
}

const NONE_DUE: Awaited<ReturnType<typeof attributeDue>> = { newConversions: [], isDone: true };

/** Attributes conversions whose clicks were not there when they came. */
export async function settleDueConversions(
  { kind, query: ask, transaction }: Database,
  nowMs: number,
  knowledge: LedgerKnowledge,
) {
  if (!(await isAnyDue(ask, nowMs))) return { newEvents: [], isDone: true };
  return transaction(async (query) => {
    const { newConversions: events, isDone } = await attributeDue(query, nowMs);
    const added = { events, tallies: [], delivery: [] };
    const { newEvents } = await writeEvents(query, kind, added, knowledge);
    return { newEvents, isDone };
  });
}

type EventsToWrite = {
  /** Facts and conversions that this transaction has stored. */
  readonly events: readonly SaleEvent[];
  readonly tallies: readonly TalliedMinute[];
  readonly delivery: readonly DeliveryCell[];
};

/** Charges what is new and adds it to all counts: rows that machines share, so that they come last and in this order. */
async function writeEvents(
  query: Query,
  kind: DatabaseKind,
  { events: stored, tallies, delivery }: EventsToWrite,
  knowledge: LedgerKnowledge,
) {
  const { remotePartners, searchPartners, named } = knowledge;
  const decided = await decideCharges(query, kind, stored, knowledge);
  const { events, late } = decided;
  const lateFacts = late.map(({ fact }) => fact);
  await writeRollup(query, { events, charges: lateFacts, tallies, named });
  await decided.settle();
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

function entriesByKind(entries: readonly JournalEntry[]) {
  return {
    facts: entries.filter((entry): entry is FactEntry => entry.kind === 'fact'),
    conversions: entries.flatMap((entry) => (entry.kind === 'conversion' ? entry.conversion : [])),
    feedback: entries.flatMap((entry) => (entry.kind === 'feedback' ? entry.feedback : [])),
    tallies: entries.flatMap((entry) => (entry.kind === 'tally' ? entry.tally : [])),
    delivery: entries.flatMap((entry) => (entry.kind === 'delivery' ? entry.cells : [])),
    samples: entries.flatMap((entry) => (entry.kind === 'samples' ? entry.samples : [])),
  };
}
