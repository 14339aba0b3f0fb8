import { dayOf } from '../lib/day.ts';
import { dateOf } from '../lib/local-day.ts';
import { adsTxtLines } from './ads-txt.ts';
import { declaredDomain, type NamedExchange, type SupplyPublisher } from './claim.ts';
import type { StoredCheck } from './standing.ts';

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

export function heldReason(
  publisher: SupplyPublisher,
  exchange: NamedExchange,
  stored: StoredCheck | undefined,
): string | undefined {
  const domain = declaredDomain(publisher);
  if (domain === undefined) {
    return 'this publisher is held: expected a seller entry with its domain, which the operator of this exchange adds';
  }
  // A check of another domain, from before a change of the seller entry, says nothing of this one.
  const known = stored?.check.domain === domain ? stored : undefined;
  const { state } = known?.standing ?? { state: 'unproven' };
  if (state === 'proven' || state === 'failing') return undefined;
  const [line = ''] = adsTxtLines(publisher, exchange);
  const last =
    known === undefined
      ? 'it was not checked yet'
      : `the last check, of ${dateOf(dayOf(known.atMs))}, says: ${known.check.sentence}`;
  return `this publisher is held until https://${domain}/ads.txt or /app-ads.txt has the line "${line}"; ${last}`;
}
