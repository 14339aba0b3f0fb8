import { fieldOf, isObject } from '../../lib/schema-fault.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { CONVERSATION_CHARACTERS_MAX, hashedName } from '../openrtb/request/conversation.ts';

/**
 * What names the conversation of a request (ruling 76). A name that is one of the person's own is none: a cap of the
 * conversation would count the person, whatever the signals say of that.
 */
export function conversationNameOf(request: BidRequest): string | undefined {
  const name = request.ext?.parley?.conversation;
  if (name === undefined || E_MAIL.test(name)) return undefined;
  return isOfPerson(name, request) ? undefined : name;
}

function isOfPerson(name: string, request: BidRequest): boolean {
  return namesOfPerson(request).some((one) => isNamed(one, name));
}

/** Ids of threads, like `19:1f…@thread.v2`, have a colon. */
const E_MAIL = /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/;

const OF_USER = ['id', 'buyeruid', 'customdata'];
const OF_DEVICE = 'ifa ip ipv6 didsha1 didmd5 dpidsha1 dpidmd5 macsha1 macmd5'.split(' ');

/** Every identifier and address of the request, most of which no schema has checked. */
function namesOfPerson({ user, device }: BidRequest): readonly unknown[] {
  return [
    ...OF_USER.map((field) => memberOf(user, field)),
    ...OF_DEVICE.map((field) => memberOf(device, field)),
    ...idsIn(memberOf(user, 'eids')),
    ...idsIn(memberOf(memberOf(user, 'ext'), 'eids')),
  ];
}

function idsIn(eids: unknown): readonly unknown[] {
  return listIn(eids).flatMap((eid) =>
    listIn(memberOf(eid, 'uids')).map((uid) => memberOf(uid, 'id')),
  );
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? fieldOf(value, name) : undefined;

/** The name of a conversation that was too long is a hash by now. */
function isNamed(one: unknown, name: string): boolean {
  if (typeof one === 'number') return String(one) === name;
  if (typeof one !== 'string') return false;
  return one === name || (one.length > CONVERSATION_CHARACTERS_MAX && hashedName(one) === name);
}
