import type { NextAccess } from './account-store.ts';
import { NOT_FOUND, type RefusedChange } from './refused-change.ts';
import {
  INVITATIONS_MAX,
  type Invitation,
  KEYS_MAX,
  type KeptSecret,
  PEOPLE_MAX,
  type Person,
  type StoredAccount,
} from './stored-account.ts';

/** Each takes an account and returns what becomes of its access, or why nothing does. */
type ChangedAccess = NextAccess | RefusedChange<never>;
type AccessHolder = Pick<StoredAccount<unknown>, 'access' | 'state'>;

/** A new key; the one before stays valid until it is revoked, so that servers can change one after the other. */
export function withKey(
  { access }: AccessHolder,
  key: KeptSecret,
  noun: 'keys' | 'tokens',
): ChangedAccess {
  if (access.keys.length >= KEYS_MAX) {
    return notAllowed(`expected fewer than ${KEYS_MAX} ${noun}: revoke the one that nobody uses`);
  }
  return { access: { ...access, keys: [...access.keys, key] } };
}

export function withoutKey({ access }: AccessHolder, id: string): ChangedAccess {
  const keys = without(access.keys, id);
  return keys === undefined ? NOT_FOUND : { access: { ...access, keys } };
}

export function withInvitation({ access }: AccessHolder, invitation: Invitation): ChangedAccess {
  const open = access.invitations.filter(({ untilMs }) => untilMs > invitation.madeMs);
  if (open.length >= INVITATIONS_MAX) {
    return notAllowed(`expected fewer than ${INVITATIONS_MAX} open invitations: revoke one`);
  }
  return { access: { ...access, invitations: [...open, invitation] } };
}

export function withoutInvitation({ access }: AccessHolder, id: string): ChangedAccess {
  const invitations = without(access.invitations, id);
  return invitations === undefined ? NOT_FOUND : { access: { ...access, invitations } };
}

/** Somebody accepts an invitation, which ends with it. An account that waited for that becomes active. */
export function accepted(
  { access, state }: AccessHolder,
  { hash, person }: { readonly hash: string; readonly person: Person },
): ChangedAccess {
  const invitation = access.invitations.find((one) => one.hash === hash);
  if (invitation === undefined || invitation.untilMs <= person.madeMs) return NOT_FOUND;
  const added = withPerson({ access, state }, person);
  if ('kind' in added) return added;
  const invitations = without(access.invitations, invitation.id) ?? [];
  const next = { access: { ...added.access, invitations } };
  return state === 'invited' ? { ...next, state: 'active' } : next;
}

export function withPerson({ access }: AccessHolder, person: Person): ChangedAccess {
  if (access.people.length >= PEOPLE_MAX) {
    return notAllowed(`expected fewer than ${PEOPLE_MAX} people: remove one`);
  }
  if (access.people.some(({ name }) => name === person.name)) {
    return notAllowed(`expected another name: there is "${person.name}" already`);
  }
  return { access: { ...access, people: [...access.people, person] } };
}

export function withoutPerson({ access }: AccessHolder, id: string): ChangedAccess {
  const people = without(access.people, id);
  return people === undefined ? NOT_FOUND : { access: { ...access, people } };
}

/** undefined: there was none of this id. */
function without<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
): readonly Item[] | undefined {
  const rest = items.filter((item) => item.id !== id);
  return rest.length === items.length ? undefined : rest;
}

function notAllowed(reason: string): RefusedChange<never> {
  return { kind: 'not-allowed', reason };
}
