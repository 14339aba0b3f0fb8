import type { People } from '../../http/admin/access.ts';
import { isSecretOf, keptHash } from '../../store/account-secret.ts';
import { accountKey, type StoredPublisher } from '../../store/stored-account.ts';
import type { Accounts } from '../accounts.ts';

type FollowedPublishers = Pick<Accounts, 'publishers' | 'publisherRevision'>;

/** Operators' tokens have names without spaces, so that nobody can take the name of one. */
export function personName(name: string, publisher: string): string {
  return `${name} of ${publisher}`;
}

/**
 * Finds people and invitations by their secrets. Of a secret of 256 random bits, the time that it takes to look up its
 * hash tells nothing.
 */
export function createPeople(accounts: FollowedPublishers): People & {
  /** The id of the publisher that somebody is invited to. */
  readonly invitedTo: (secret: string) => string | undefined;
} {
  let indexed = -1;
  let personByHash = new Map<string, { readonly publisher: string; readonly person: string }>();
  let invitationByHash = new Map<string, string>();

  function index(): void {
    const revision = accounts.publisherRevision();
    if (revision === indexed) return;
    personByHash = new Map();
    invitationByHash = new Map();
    for (const { id, state, access } of accounts.publishers().values()) {
      if (state === 'deleted') continue;
      for (const person of access.people) {
        personByHash.set(person.hash, { publisher: id, person: person.id });
      }
      for (const { hash } of access.invitations) invitationByHash.set(hash, id);
    }
    indexed = revision;
  }

  /** As the store has them now, whatever the index says. */
  function personOf(publisher: string, person: string) {
    const stored: StoredPublisher | undefined = accounts
      .publishers()
      .get(accountKey('publisher', publisher));
    if (stored === undefined || stored.state === 'deleted') return undefined;
    return stored.access.people.find(({ id }) => id === person);
  }

  return {
    find(token) {
      if (!isSecretOf('person', token)) return undefined;
      index();
      const hash = keptHash(token);
      const entry = personByHash.get(hash);
      const known = entry && personOf(entry.publisher, entry.person);
      if (entry === undefined || known?.hash !== hash) return undefined;
      const { publisher, person } = entry;
      return { who: personName(known.name, publisher), role: 'publisher', publisher, person };
    },
    isKnown: ({ publisher, person }) => personOf(publisher, person) !== undefined,
    invitedTo(secret) {
      if (!isSecretOf('invitation', secret)) return undefined;
      index();
      return invitationByHash.get(keptHash(secret));
    },
  };
}
