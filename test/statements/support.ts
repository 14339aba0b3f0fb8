import type { Fact, FactKind } from '../../src/core/sale/fact.ts';
import { insertFacts } from '../../src/ledger/fact-rows.ts';
import { writeRollup } from '../../src/ledger/rollup.ts';
import type { Author } from '../../src/lib/op.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { STATEMENT_OPS } from '../../src/parts/statements/operations.ts';
import type { Statement } from '../../src/parts/statements/statement.ts';
import { statementsOf as statementsOfHost } from '../../src/parts/statements/statements.ts';
import { aFact } from '../ledger/samples.ts';
import { partOn } from '../part.ts';

/** Long over, also by the clock of Postgres. */
export const MONTH = '2024-10';
export const NEXT_MONTH = '2024-11';

export const ANN = { who: 'ann', role: 'admin' };

/** Whose space is sold unless a test says otherwise. */
export const PUB = { publisher: 'pub-1' };

/** A CPM by which one impression costs 2.50 USD, so that a single fact comes to whole cents. */
export const PRICE = 2_500_000_000;

type SoldParts = {
  readonly id: string;
  /** Like `2024-10-03`, or with a time. */
  readonly at?: string;
  readonly publisher?: string;
  readonly partner?: string;
  readonly campaign?: string;
  /** CPM in USD micros, which are billionths for one impression. */
  readonly price?: number;
  readonly share?: number;
  readonly kind?: FactKind;
};

/** A billed impression, or another fact. */
export function sold(parts: SoldParts): Fact {
  const {
    id,
    at = '2024-10-03',
    publisher = 'pub-1',
    partner = 'acme',
    campaign = 'shoes',
  } = parts;
  const { price = 2_500_000, share = 7000, kind = 'impression' } = parts;
  const atMs = Date.parse(at);
  const fact = aFact({ auctionId: id, kind, campaign, atMs, soldMs: atMs });
  const dimensions = { ...fact.sale.dimensions, publisher };
  const sale = { ...fact.sale, partner, priceMicros: price, shareBasisPoints: share, dimensions };
  return { ...fact, priceMicros: price, sale };
}

/** Stores facts with their counts, as a batch does. */
export async function record(database: Database, facts: readonly Fact[]): Promise<void> {
  await database.transaction(async (query) => {
    const events = await insertFacts(query, facts);
    await writeRollup(query, { events, charges: [], tallies: [] });
  });
}

type TermsParts = {
  /** By name of the account. */
  readonly currencies?: Readonly<Record<string, string>>;
  readonly rates?: Readonly<Record<string, number>>;
  /** Neither the config nor the store has them. */
  readonly unnamed?: readonly string[];
  readonly nowMs?: number;
};

/** Those of the facts of these tests. */
const NAMES = ['pub-1', 'pub-2', 'acme', 'zenith', 'house'];

/** What operators ask for and do, on the ledger of a machine. */
export function statementsOf(database: Database, parts: TermsParts = {}) {
  const { currencies = {}, rates = {}, unnamed = [] } = parts;
  const { nowMs = Date.parse('2025-06-15') } = parts;
  const names = NAMES.concat(Object.keys(currencies)).filter((name) => !unnamed.includes(name));
  const definitions = names.map((name) => ({ id: name, name, currency: currencies[name] }));
  const more = {
    records: {
      isRead: () => true,
      ever: () => definitions.map((definition) => ({ definition })),
    },
    work: () => ({ setup: { config: { auction: { rates } } } }),
  };
  const part = partOn(database, STATEMENT_OPS, { more });
  const statements = statementsOfHost(part.host);
  part.at(new Date(nowMs).toISOString());
  const asked = async (...call: Parameters<typeof part.ask>) => {
    const { status, body } = await part.ask(...call);
    if (status < 400) return body;
    const { code, message, details } = body.error;
    return new Refusal(code, message, details);
  };
  const callerOf = ({ who }: Author) => ({ kind: 'bearer', who, role: 'admin' }) as const;
  const path = '/api/statements/adjustments';
  return {
    ...statements,
    host: part.host,
    /** With a key, once. */
    adjust: (body: object, by: Author, key?: string) =>
      asked(`POST ${path}`, {
        body,
        caller: callerOf(by),
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    removeAdjustment: (adjustment: string, by: Author) =>
      asked(`DELETE ${path}/{adjustment}`, { input: { adjustment }, caller: callerOf(by) }),
    adjustments: async (month?: string) =>
      (await asked(`GET ${path}`, { input: { query: { month } } })).adjustments,
  };
}

/** The value, which is no refusal. */
export function told<T>(value: T | Refusal): T {
  if (value instanceof Refusal) throw new Error(value.details.reason);
  return value;
}

export const reasonOf = (value: unknown): string =>
  value instanceof Refusal ? value.details.reason : 'no refusal';

/** The field that is wrong, where one is. */
export const fieldOf = (value: unknown): string | undefined =>
  value instanceof Refusal ? value.details.faults?.[0]?.field : undefined;

/** What its lines come to, by their kind and what they are of. */
export const amountsOf = ({ lines }: Statement): readonly string[] =>
  lines.map(({ kind, of, amount }) => `${kind} ${of} ${amount}`);
