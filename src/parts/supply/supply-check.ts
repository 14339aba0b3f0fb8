import Type from 'typebox';
import { columnText } from '../../ledger/journal-line.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { Refusal } from '../../lib/refusal.ts';
import { SHORTENED_BYTES_MAX, shortened } from '../../lib/shortened.ts';
import { recordKind } from '../../store/record-kind.ts';
import type { Store } from '../../store/store.ts';
import { adsTxtLines } from './ads-txt.ts';
import type { SupplyCheck } from './check-supply.ts';
import {
  declaredDomain,
  type NamedExchange,
  originMismatches,
  type SupplyPublisher,
} from './claim.ts';

/** What the checks of a publisher so far say together. Only a match makes it served. */
export type Standing = {
  /** `unproven`: no check of this domain has matched yet. `failing`: one has, and none since: still served. */
  readonly state: 'unproven' | 'proven' | 'failing' | 'held';
  /** Of the first check that has not matched. */
  readonly sinceMs?: number;
  /** When the line was first seen to be missing. Absent: its files could only not be reached. */
  readonly missingSinceMs?: number | undefined;
};

/** A check with its date, and where the publisher stands after it. */
export type StoredCheck = {
  readonly atMs: number;
  readonly check: SupplyCheck;
  readonly standing: Standing;
};

/** A publisher that matched is served for so long while its line is missing, and while its files cannot be reached. */
const MISSING_MS_MAX = 3 * DAY_MS;
const UNREACHABLE_MS_MAX = 7 * DAY_MS;

/** Checks of another domain prove nothing of this one. */
export function standingAfter(
  before: Pick<StoredCheck, 'check' | 'standing'> | undefined,
  check: SupplyCheck,
  atMs: number,
): Standing {
  if (check.result === 'matched') return { state: 'proven' };
  const last = before?.check.domain === check.domain ? before?.standing : undefined;
  if (last === undefined) return { state: 'unproven' };
  // A file that is out of reach must not end what a missing line has begun.
  if (last.state === 'unproven' || last.state === 'held') return last;
  const { sinceMs = atMs } = last;
  const isMissing = check.result !== 'unreachable';
  const missingSinceMs = last.missingSinceMs ?? (isMissing ? atMs : undefined);
  const isOverdue =
    atMs - sinceMs >= UNREACHABLE_MS_MAX ||
    (isMissing && atMs - (missingSinceMs ?? atMs) >= MISSING_MS_MAX);
  return { state: isOverdue ? 'held' : 'failing', sinceMs, missingSinceMs };
}

/** Absent: it was not checked yet. */
type Kept = { readonly last?: StoredCheck };

/** More than an exchange has publishers. */
const CHECKS_MAX = 100_000;

/** The check of what one publisher publishes. Only the exchange writes it. */
export const SUPPLY_CHECK = recordKind({
  name: 'supply-check',
  schema: Type.Object({}),
  states: { active: [] },
  kept: {} as Kept,
  countMax: CHECKS_MAX,
  shownKept: ({ last }) => ({ result: last?.check.result, standing: last?.standing.state }),
});

/** The id of the record of a publisher. */
export function supplyKey(publisher: string): string {
  return columnText(shortened(publisher), SHORTENED_BYTES_MAX);
}

const EXCHANGE = { who: 'the exchange', role: 'admin' } as const;

/** Stores a check of a publisher, with where the publisher stands after it. */
export async function writeCheck(
  { store, nowMs }: { readonly store: Store; readonly nowMs: () => number },
  publisher: string,
  check: SupplyCheck,
): Promise<StoredCheck> {
  const id = supplyKey(publisher);
  const atMs = nowMs();
  const after = (last: StoredCheck | undefined): StoredCheck => ({
    atMs,
    check,
    standing: standingAfter(last, check, atMs),
  });
  const change = () =>
    store.change(SUPPLY_CHECK, id, {
      action: 'check',
      by: EXCHANGE,
      next: ({ kept }) => ({ kept: { last: after(kept.last) } }),
    });
  let written = await change();
  if (written instanceof Refusal && written.code === 'NOT_FOUND') {
    written = await store.create(SUPPLY_CHECK, {}, EXCHANGE, {
      id,
      kept: { last: after(undefined) },
    });
    // Another machine has checked it first meanwhile.
    if (written instanceof Refusal && written.code === 'ALREADY_EXISTS') written = await change();
  }
  if (written instanceof Refusal) throw new Error(written.details.reason);
  return written.kept.last ?? after(undefined);
}

const HOUR_MS = 3_600_000;

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
  { last }: Kept = {},
  nowMs: number,
): number | undefined {
  const domain = declaredDomain(publisher);
  if (domain === undefined) return undefined;
  if (last?.check.domain !== domain) return 0;
  // Once a day at most. The milliseconds of the last check are as good as chance: checks spread over an hour.
  return last.atMs + DAY_MS + (last.atMs % HOUR_MS) <= nowMs ? last.atMs : undefined;
}

/** A check of another domain, from before a change of the seller entry, says nothing of this one. */
export function checkOfDomain(stored: StoredCheck | undefined, domain: string | undefined) {
  return stored?.check.domain === domain ? stored : undefined;
}

/** Why its requests are refused, with what the last check has found. */
export function heldReason(
  publisher: SupplyPublisher,
  exchange: NamedExchange,
  stored: StoredCheck | undefined,
): string | undefined {
  const domain = declaredDomain(publisher);
  const hold = holdOf(publisher, exchange, stored);
  if (hold === undefined || domain === undefined) return hold;
  const known = checkOfDomain(stored, domain);
  const last =
    known === undefined
      ? 'it was not checked yet'
      : `the last check, of ${dateOf(dayOf(known.atMs))}, says: ${known.check.sentence}`;
  return `${hold}; ${last}`;
}

/** What has to be published before it is served; undefined: it is served. */
export function holdOf(
  publisher: SupplyPublisher,
  exchange: NamedExchange,
  stored: StoredCheck | undefined,
): string | undefined {
  const domain = declaredDomain(publisher);
  if (domain === undefined) {
    return 'this publisher is held: expected a seller entry with its domain, which the operator of this exchange adds';
  }
  const { state } = checkOfDomain(stored, domain)?.standing ?? {};
  if (state === 'proven' || state === 'failing') return undefined;
  const [line = ''] = adsTxtLines(publisher, exchange);
  return `this publisher is held until https://${domain}/ads.txt or /app-ads.txt has the line "${line}"`;
}

/** Why buyers may not believe that the space of a publisher is its own; undefined: nothing is known against it. */
export function flagOf(publisher: SupplyPublisher, stored: StoredCheck | undefined) {
  const [mismatch] = originMismatches(publisher);
  const domain = declaredDomain(publisher);
  if (mismatch !== undefined || domain === undefined) return mismatch;
  const { check } = checkOfDomain(stored, domain) ?? {};
  return check?.result === 'matched' ? undefined : check?.sentence;
}
