import type { People } from '../../host/admin/access.ts';
import type { Host } from '../../host/host.ts';
import type { PersonIdentity } from '../../lib/op.ts';
import { Refusal } from '../../lib/refusal.ts';
import { accepted, type Person, PUBLISHER } from '../../store/account-kinds.ts';
import { isSecretOf, keptHash, makeSecret } from '../../store/account-secret.ts';
import { changeAccess } from './publisher-access.ts';

/** Operators' tokens have names without spaces, so that nobody can take the name of one. */
function personName(name: string, publisher: string): string {
  return `${name} of ${publisher}`;
}

type Named = { readonly publisher: string; readonly person: Person };

/**
 * Finds people and invitations by their secrets. Of a secret of 256 random bits, the time that it takes to look up its
 * hash tells nothing.
 */
export function createPeople(
  host: Pick<Host, 'records' | 'store' | 'nowMs'> & {
    readonly feed: Pick<Host['feed'], 'refresh'>;
  },
): People {
  const { records, feed, nowMs } = host;
  let indexed = -1;
  let people = new Map<string, Named>();
  let invitations = new Map<string, string>();

  /** Of the store alone: the config's publishers have no people. */
  function index(): void {
    if (records.revision() === indexed) return;
    people = new Map();
    invitations = new Map();
    for (const { id, source, kept } of records.all(PUBLISHER)) {
      if (source === 'config') continue;
      for (const person of kept.people) people.set(person.hash, { publisher: id, person });
      for (const { hash } of kept.invitations) invitations.set(hash, id);
    }
    indexed = records.revision();
  }

  function invitedTo(secret: string): string | undefined {
    if (!isSecretOf('invitation', secret)) return undefined;
    index();
    return invitations.get(keptHash(secret));
  }

  return {
    find(token) {
      if (!isSecretOf('person', token)) return undefined;
      index();
      const found = people.get(keptHash(token));
      return found && identityOf(found);
    },
    isKnown: ({ publisher, person }) =>
      records.get(PUBLISHER, publisher)?.kept.people.some(({ id }) => id === person) ?? false,
    async accept(invitation, name) {
      // Another machine may have made it a moment ago.
      if (invitedTo(invitation) === undefined) await feed.refresh();
      const publisher = invitedTo(invitation);
      if (publisher === undefined) return 'unknown';
      const who = personName(name, publisher);
      const { secret, kept } = makeSecret('person', nowMs(), who);
      const change = { action: 'accept', by: { who, role: 'publisher' } };
      const given = { hash: keptHash(invitation), person: { ...kept, name } };
      const made = await changeAccess(host, publisher, change, (access) => accepted(access, given));
      if (!(made instanceof Refusal)) return { publisher, token: secret };
      return made.code === 'NOT_FOUND' ? 'unknown' : made;
    },
  };
}

function identityOf({ publisher, person: { id, name } }: Named): PersonIdentity {
  return { who: personName(name, publisher), role: 'publisher', publisher, person: id };
}
