import type { By } from '../../lib/op.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Access, PUBLISHER, withKey } from '../../store/account-kinds.ts';
import { makeSecret } from '../../store/account-secret.ts';
import type { Store } from '../../store/store.ts';

/** Changes who may act for a publisher. */
export function changeAccess(
  { store }: { readonly store: Store },
  id: string,
  change: { readonly action: string; readonly by: By },
  nextOf: (kept: Access) => Access | Refusal,
) {
  return store.change(PUBLISHER, id, {
    ...change,
    next({ kept, state }) {
      const next = nextOf(kept);
      if (next instanceof Refusal) return next;
      // One that waited for somebody to accept has somebody now.
      const isAccepted = state === 'invited' && next.people.length > kept.people.length;
      return { kept: next, ...(isAccepted && { state: 'active' }) };
    },
  });
}

/** A key for the requests of a publisher, which is told once. */
export async function makeKey(
  host: { readonly store: Store; readonly nowMs: () => number },
  id: string,
  by: By,
) {
  const { secret, kept } = makeSecret('key', host.nowMs(), by.who);
  const made = await changeAccess(host, id, { action: 'key', by }, (access) =>
    withKey(access, kept, 'keys'),
  );
  return made instanceof Refusal ? made : { revision: made.revision, id: kept.id, key: secret };
}
