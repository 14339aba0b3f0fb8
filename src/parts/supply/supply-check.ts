import Type from 'typebox';
import { columnText } from '../../ledger/column-text.ts';
import { DAY_MS } from '../../lib/day.ts';
import { Refusal } from '../../lib/refusal.ts';
import { SHORTENED_BYTES_MAX, shortened } from '../../lib/shortened.ts';
import { type Database, readClockMs } from '../../lib/sql/database.ts';
import { recordKind } from '../../store/record-kind.ts';
import type { Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { SupplyCheck } from './check-supply.ts';
import { declaredDomain, type SupplyPublisher } from './claim.ts';

/** What the checks of a publisher so far say together. Only a match makes it served. */
export type Standing =
  /** No check of this domain has matched yet. */
  | { readonly state: 'unproven' }
  | { readonly state: 'proven'; readonly matchedMs: number }
  /** It matched before, and has not since. Still served. */
  | {
      readonly state: 'failing';
      readonly matchedMs: number;
      readonly sinceMs: number;
      /** When the line was first seen to be missing. Absent: its files could only not be reached. */
      readonly missingSinceMs?: number;
    }
  | { readonly state: 'held'; readonly matchedMs: number; readonly heldMs: number };

/** A check with its date, and where the publisher stands after it. */
export type StoredCheck = {
  readonly atMs: number;
  readonly check: SupplyCheck;
  readonly standing: Standing;
};

/** A publisher that matched is served for so long while its line is missing, and while its files cannot be reached. */
const MISSING_MS_MAX = 3 * DAY_MS;
const UNREACHABLE_MS_MAX = 7 * DAY_MS;

const UNPROVEN: Standing = { state: 'unproven' };

/** Checks of another domain prove nothing of this one. */
export function standingAfter(
  before: Pick<StoredCheck, 'check' | 'standing'> | undefined,
  check: SupplyCheck,
  atMs: number,
): Standing {
  if (check.result === 'matched') return { state: 'proven', matchedMs: atMs };
  const last = before?.check.domain === check.domain ? before?.standing : undefined;
  if (last === undefined || last.state === 'unproven') return UNPROVEN;
  // A file that is out of reach must not end what a missing line has begun.
  if (last.state === 'held') return last;
  const { matchedMs } = last;
  const failing = last.state === 'failing' ? last : undefined;
  const sinceMs = failing?.sinceMs ?? atMs;
  const isMissing = check.result !== 'unreachable';
  const missingSinceMs = failing?.missingSinceMs ?? (isMissing ? atMs : undefined);
  const isOverdue =
    atMs - sinceMs >= UNREACHABLE_MS_MAX ||
    (isMissing && atMs - (missingSinceMs ?? atMs) >= MISSING_MS_MAX);
  if (isOverdue) return { state: 'held', matchedMs, heldMs: atMs };
  const next = { state: 'failing', matchedMs, sinceMs } as const;
  return missingSinceMs === undefined ? next : { ...next, missingSinceMs };
}

type Kept = {
  /** When a machine has begun to check it for all. 0: none does. */
  readonly begunMs: number;
  /** undefined: it was not checked yet. */
  readonly last: StoredCheck | undefined;
};

const NOT_CHECKED: Kept = { begunMs: 0, last: undefined };

/** More than an exchange has publishers. */
const CHECKS_MAX = 100_000;

/** The check of what one publisher publishes. Only the exchange writes it. */
export const SUPPLY_CHECK = recordKind({
  name: 'supply-check',
  schema: Type.Object({}),
  states: { active: [] },
  kept: NOT_CHECKED,
  countMax: CHECKS_MAX,
  shownKept: ({ last }) => ({ result: last?.check.result, standing: last?.standing.state }),
});

/** The id of the record of a publisher. */
export function supplyKey(publisher: string): string {
  return columnText(shortened(publisher), SHORTENED_BYTES_MAX);
}

const EXCHANGE = { who: 'the exchange', role: 'admin' } as const;

type Checking = {
  readonly store: Store;
  readonly records: Pick<Records, 'get'>;
  readonly database: () => Database;
  readonly nowMs: () => number;
};

/** Whether this machine is the one that checks a publisher now. The revision is the lock. */
export async function beginCheck(
  { store, records, nowMs }: Omit<Checking, 'database'>,
  publisher: string,
): Promise<boolean> {
  const id = supplyKey(publisher);
  const known = records.get(SUPPLY_CHECK, id);
  const kept = { begunMs: nowMs(), last: known?.kept.last };
  const begun =
    known === undefined
      ? await store.create(SUPPLY_CHECK, {}, EXCHANGE, { id, kept })
      : await store.change(SUPPLY_CHECK, id, {
          action: 'begin',
          by: { ...EXCHANGE, revision: known.revision },
          next: () => ({ kept }),
        });
  return !(begun instanceof Refusal);
}

/** Stores a check of a publisher that has begun, with where the publisher stands after it. */
export async function writeCheck(
  { store, database, nowMs }: Omit<Checking, 'records'>,
  publisher: string,
  check: SupplyCheck,
): Promise<StoredCheck> {
  const { kind } = database();
  let last: StoredCheck | undefined;
  const written = await store.change(SUPPLY_CHECK, supplyKey(publisher), {
    action: 'check',
    by: EXCHANGE,
    async next({ kept }, query) {
      // All machines decide alike by it.
      const atMs = await readClockMs({ kind, query }, nowMs());
      last = { atMs, check, standing: standingAfter(kept.last, check, atMs) };
      return { kept: { begunMs: 0, last } };
    },
  });
  if (written instanceof Refusal || last === undefined) {
    throw new Error(written instanceof Refusal ? written.details.reason : 'it is not stored');
  }
  return last;
}

const HOUR_MS = 3_600_000;
/** A machine that has stopped in the middle of a check leaves it to another after this. */
const BEGUN_MS_MAX = 60_000;

/** The publishers whose check is due: first those whose domain never was checked, then by the time of the last one. */
export function dueChecks(
  publishers: Iterable<SupplyPublisher>,
  keptOf: (publisher: string) => Kept | undefined,
  nowMs: number,
): readonly string[] {
  return [...publishers]
    .flatMap((publisher) => {
      const lastMs = dueSince(publisher, keptOf(publisher.id), nowMs);
      return lastMs === undefined ? [] : { id: publisher.id, lastMs };
    })
    .toSorted((a, b) => a.lastMs - b.lastMs)
    .map(({ id }) => id);
}

/** When a publisher was checked last; 0: never. undefined: its check is not due. */
export function dueSince(
  publisher: SupplyPublisher,
  { begunMs, last }: Kept = NOT_CHECKED,
  nowMs: number,
): number | undefined {
  const domain = declaredDomain(publisher);
  if (domain === undefined || begunMs + BEGUN_MS_MAX > nowMs) return undefined;
  if (last?.check.domain !== domain) return 0;
  // Once a day at most. The milliseconds of the last check are as good as chance: checks spread over an hour.
  return last.atMs + DAY_MS + (last.atMs % HOUR_MS) <= nowMs ? last.atMs : undefined;
}
