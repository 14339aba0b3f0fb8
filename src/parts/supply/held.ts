import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { adsTxtLines } from './ads-txt.ts';
import {
  declaredDomain,
  type NamedExchange,
  originMismatches,
  type SupplyPublisher,
} from './claim.ts';
import type { StoredCheck } from './supply-check.ts';

/** Whether a publisher is served where `access` is `verified`. */
type PublisherHold = {
  readonly publisher: string;
  /** Why it is held, with what to publish where; undefined: it is served. */
  readonly reason: string | undefined;
};

/** Every publisher, the served ones too: whom nobody has told of is held. */
export function* heldPublishers(
  publishers: Iterable<SupplyPublisher>,
  exchange: NamedExchange,
  checkOf: (publisher: string) => StoredCheck | undefined,
): Generator<PublisherHold> {
  for (const publisher of publishers) {
    const { id } = publisher;
    yield { publisher: id, reason: heldReason(publisher, exchange, checkOf(id)) };
  }
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
  const { state } = checkOfDomain(stored, domain)?.standing ?? { state: 'unproven' };
  if (state === 'proven' || state === 'failing') return undefined;
  const [line = ''] = adsTxtLines(publisher, exchange);
  return `this publisher is held until https://${domain}/ads.txt or /app-ads.txt has the line "${line}"`;
}

/** A check of another domain, from before a change of the seller entry, says nothing of this one. */
export function checkOfDomain(
  stored: StoredCheck | undefined,
  domain: string | undefined,
): StoredCheck | undefined {
  return stored?.check.domain === domain ? stored : undefined;
}

/** Why buyers may not believe that the space of a publisher is its own; undefined: nothing is known against it. */
export function flagOf(
  publisher: SupplyPublisher,
  last: StoredCheck | undefined,
): string | undefined {
  const [mismatch] = originMismatches(publisher);
  if (mismatch !== undefined) return mismatch;
  const domain = declaredDomain(publisher);
  // Without a domain there is nothing to check, and a check of another one says nothing.
  if (domain === undefined || last?.check.domain !== domain) return undefined;
  return last.check.result === 'matched' ? undefined : last.check.sentence;
}
