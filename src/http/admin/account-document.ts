import type { PartnerDocument, PublisherDocument } from '../../console/accounts/api.ts';
import { hideHeaders } from '../../store/account-table.ts';
import type {
  KeptSecret,
  StoredAccount,
  StoredPartner,
  StoredPublisher,
} from '../../store/stored-account.ts';
import { FILE_REVISION, tagged } from './store-document.ts';

const isoOf = (ms: number) => new Date(ms).toISOString();

function common(stored: Omit<StoredAccount<unknown>, 'definition' | 'access'>) {
  const { id, state, revision, createdMs, changedMs, changedBy } = stored;
  const isOfConfig = revision === FILE_REVISION;
  return {
    id,
    source: isOfConfig ? ('config' as const) : ('store' as const),
    // Nobody sees what is deleted.
    state: state === 'deleted' ? ('paused' as const) : state,
    revision,
    createdAt: isOfConfig ? null : isoOf(createdMs),
    changedAt: isOfConfig ? null : isoOf(changedMs),
    changedBy,
  };
}

/** Without the hash. */
export function shownSecret({ id, madeMs, madeBy }: KeptSecret) {
  return { id, madeAt: isoOf(madeMs), madeBy };
}

export function publisherDocument(stored: StoredPublisher): PublisherDocument {
  const { keys, people, invitations } = stored.access;
  return {
    ...common(stored),
    definition: stored.definition,
    keys: keys.map(shownSecret),
    people: people.map((person) => ({ ...shownSecret(person), name: person.name })),
    invitations: invitations.map((one) => ({ ...shownSecret(one), until: isoOf(one.untilMs) })),
  };
}

function partnerDocument(stored: StoredPartner): PartnerDocument {
  return { ...common(stored), definition: hideHeaders(stored.definition) };
}

export function publisherResponse(stored: StoredPublisher, status = 200): Response {
  return tagged(publisherDocument(stored), stored, status);
}

export function partnerResponse(stored: StoredPartner, status = 200): Response {
  return tagged(partnerDocument(stored), stored, status);
}
