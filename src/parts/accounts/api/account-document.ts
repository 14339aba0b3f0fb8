import { hideHeaders } from '../../../store/account-table.ts';
import type { StoredAdvertiser } from '../../../store/advertiser-record.ts';
import type { StoredRecord } from '../../../store/store-table.ts';
import type {
  KeptSecret,
  StoredAccount,
  StoredPartner,
  StoredPublisher,
} from '../../../store/stored-account.ts';
import { FILE_REVISION, tagged } from '../../campaigns/api/store-document.ts';
import type { AdvertiserDocument } from '../page/advertisers/api.ts';
import type { AccountDocument, PartnerDocument, PublisherDocument } from '../page/api.ts';

const isoOf = (ms: number) => new Date(ms).toISOString();

function common(stored: Omit<StoredAccount<unknown>, 'definition' | 'access'>) {
  const { id, state, revision } = stored;
  return {
    id,
    source: revision === FILE_REVISION ? ('config' as const) : ('store' as const),
    // Nobody sees what is deleted.
    state: state === 'deleted' ? ('paused' as const) : state,
    ...lastChange(stored),
  };
}

function lastChange({ revision, createdMs, changedMs, changedBy }: Omit<StoredRecord, 'state'>) {
  const isStored = revision !== FILE_REVISION;
  return {
    revision,
    createdAt: isStored ? isoOf(createdMs) : null,
    changedAt: isStored ? isoOf(changedMs) : null,
    changedBy,
  };
}

/** What every kind shows. */
export function accountDocument<Definition>(
  stored: StoredAccount<Definition>,
): AccountDocument<Definition> {
  return { ...common(stored), definition: stored.definition };
}

/** Without the hash. */
export function shownSecret({ id, madeMs, madeBy }: KeptSecret) {
  return { id, madeAt: isoOf(madeMs), madeBy };
}

export function publisherDocument(stored: StoredPublisher): PublisherDocument {
  const { keys, people, invitations } = stored.access;
  return {
    ...accountDocument(stored),
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

export function advertiserResponse(stored: StoredAdvertiser, status = 200): Response {
  const { id, state, revision, definition } = stored;
  const document: AdvertiserDocument = {
    id,
    isDescribed: revision !== FILE_REVISION,
    state: state === 'deleted' ? 'active' : state,
    ...lastChange(stored),
    definition,
  };
  return tagged(document, stored, status);
}
