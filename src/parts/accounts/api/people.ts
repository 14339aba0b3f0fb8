import type { People } from '../../../host/admin/access.ts';
import type { StoreFeed } from '../../../host/machine/store-feed.ts';
import type { PersonIdentity } from '../../../lib/op.ts';
import { isSecretOf, keptHash } from '../../../store/account-secret.ts';
import { accountKey, type Person, type StoredPublisher } from '../../../store/stored-account.ts';

type FollowedPublishers = Pick<StoreFeed, 'accounts' | 'publisherRevision'> & {
  /** The config's publishers have no people: nobody could see or remove those that the store has. */
  readonly isOfConfig: (publisher: string) => boolean;
};

/** Operators' tokens have names without spaces, so that nobody can take the name of one. */
export function personName(name: string, publisher: string): string {
  return `${name} of ${publisher}`;
}

/**
 * Finds people and invitations by their secrets. Of a secret of 256 random bits, the time that it takes to look up its
 * hash tells nothing.
 */
export function createPeople(followed: FollowedPublishers): People & {
  /** The id of the publisher that somebody is invited to. */
  readonly invitedTo: (secret: string) => string | undefined;
} {
  let indexed = -1;
  let personByHash = new Map<string, { readonly publisher: string; readonly person: string }>();
  let invitationByHash = new Map<string, string>();

  function index(): void {
    const revision = followed.publisherRevision();
    if (revision === indexed) return;
    personByHash = new Map();
    invitationByHash = new Map();
    for (const { id, state, access } of followed.accounts().publishers.values()) {
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
    if (followed.isOfConfig(publisher)) return undefined;
    const stored: StoredPublisher | undefined = followed
      .accounts()
      .publishers.get(accountKey('publisher', publisher));
    if (stored === undefined || stored.state === 'deleted') return undefined;
    return stored.access.people.find(({ id }) => id === person);
  }

  return {
    find(token) {
      if (!isSecretOf('person', token)) return undefined;
      index();
      const entry = personByHash.get(keptHash(token));
      const known = entry && personOf(entry.publisher, entry.person);
      if (entry === undefined || known === undefined) return undefined;
      return identityOf(entry, known);
    },
    isKnown: ({ publisher, person }) => personOf(publisher, person) !== undefined,
    invitedTo(secret) {
      if (!isSecretOf('invitation', secret)) return undefined;
      index();
      const publisher = invitationByHash.get(keptHash(secret));
      return publisher === undefined || followed.isOfConfig(publisher) ? undefined : publisher;
    },
  };
}

function identityOf(
  { publisher, person }: Pick<PersonIdentity, 'publisher' | 'person'>,
  { name }: Pick<Person, 'name'>,
): PersonIdentity {
  return { who: personName(name, publisher), role: 'publisher', publisher, person };
}
