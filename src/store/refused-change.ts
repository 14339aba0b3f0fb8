import type { Breach } from '../demand/campaigns/contradictions.ts';
import { type Refusal, refuse } from '../lib/refusal.ts';
import { broughtBackTo, type StoredCampaign, type StoredState } from './stored-campaign.ts';

/** Why a change was not made, or why it cannot be acknowledged. */
export type RefusedChange<Stored = StoredCampaign> =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'exists' }
  /** Somebody else has changed it since the caller read it. */
  | { readonly kind: 'stale'; readonly revision: number; readonly changedBy: string }
  | { readonly kind: 'not-allowed'; readonly reason: string }
  /** A call with this idempotency key was made before, and it made this revision. */
  | { readonly kind: 'done'; readonly stored: Stored }
  | { readonly kind: 'other-call' }
  /** It was made, and the workers of this machine could not be told of it. */
  | { readonly kind: 'not-served'; readonly reason: string; readonly stored: Stored }
  | { readonly kind: 'faults'; readonly faults: readonly Breach[] };

/** Of `other-call`, in words. */
const KEY_USED_REASON = 'another call was made with this Idempotency-Key';

export const NOT_FOUND: RefusedChange<never> = { kind: 'not-found' };

/** The states that may follow a state. Only drafts are deleted: what has served stays in the books. */
const FOLLOWING: Readonly<Record<Exclude<StoredState, 'archived'>, readonly StoredState[]>> = {
  draft: ['active', 'archived', 'deleted'],
  active: ['paused', 'archived'],
  paused: ['active', 'archived'],
  deleted: [],
};

export function refusedState(
  { state: from, archivedFrom }: Pick<StoredCampaign, 'state' | 'archivedFrom'>,
  to: StoredState,
): RefusedChange | undefined {
  const following = from === 'archived' ? [broughtBackTo(archivedFrom)] : FOLLOWING[from];
  if (from === to || following.includes(to)) return undefined;
  const possible = following.filter((state) => state !== 'deleted').join(' or ');
  const reason =
    to === 'deleted'
      ? `expected a draft, but it is ${from}: archive it instead`
      : `expected ${possible} after ${from}, but got ${to}`;
  return { kind: 'not-allowed', reason };
}

/** The same as a refusal of the port. `noun` is what people call the record. */
export function refusalOf(
  refused: Exclude<RefusedChange<unknown>, { readonly kind: 'done' }>,
  noun: string,
): Refusal {
  switch (refused.kind) {
    case 'not-found':
      return refuse.notFound(`there is no such ${noun}`);
    case 'exists':
      return refuse.exists(`there is a ${noun} of this id already`);
    case 'stale':
      return refuse.changedMeanwhile(
        `${refused.changedBy} has changed it meanwhile: it is at revision ${refused.revision} now`,
      );
    case 'not-allowed':
      return refuse.notAllowed(refused.reason);
    case 'other-call':
      return refuse.keyUsed(KEY_USED_REASON);
    case 'not-served':
      return refuse.notServedYet(
        `the change is stored, but the workers of this machine could not be told (${refused.reason}): it tries again every second`,
      );
    case 'faults':
      return refuse.notValid(refused.faults.map(({ path, reason }) => ({ field: path, reason })));
  }
}
