import { declaredDomain, originMismatches, type SupplyPublisher } from './claim.ts';
import type { StoredCheck } from './standing.ts';

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
