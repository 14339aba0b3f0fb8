import { expect, test } from 'bun:test';
import { Refusal } from '../../lib/refusal.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { locateNowhere } from '../openrtb/validate.ts';
import { validateRepairing } from '../repairs/repair-request.ts';
import { conversationNameOf } from './conversation-name.ts';

const NATIVE = JSON.stringify({ ver: '1.2', assets: [{ id: 1, title: { len: 90 } }] });

const nameIn = (conversation: string, fields: Partial<BidRequest> = {}) =>
  conversationNameOf({ id: 'r', imp: [], ext: { parley: { conversation } }, ...fields });

test.each(['c1', '7f3c2a', '19:1f0e@thread.v2', '@room', 'a@b'])(
  '%s names a conversation',
  (name) => {
    expect(nameIn(name)).toBe(name);
  },
);

test.each(['jane@example.com', 'Jane.Doe+chat@mail.example.co.uk'])(
  '%s names a person, and so no conversation',
  (name) => {
    expect(nameIn(name)).toBeUndefined();
  },
);

test('what the request has as a name of the person names no conversation', () => {
  const fields = {
    user: {
      id: 'u-1',
      buyeruid: 'b-1',
      customdata: 'x-1',
      eids: [
        { source: 'ids.example', uids: [{ id: 'e-1' }, { id: 17 }, 'text'] },
        null,
        { uids: 7 },
      ],
      ext: { consent: '', eids: [{ uids: [{ id: 'e-2' }] }] },
    },
    device: { ip: '192.0.2.1', ipv6: '2001:db8::1', ifa: 'f-1', didsha1: 'd-1', macmd5: 'm-1' },
  };
  const ofUser = ['u-1', 'b-1', 'x-1', 'e-1', '17', 'e-2'];
  for (const name of [...ofUser, '192.0.2.1', '2001:db8::1', 'f-1', 'd-1', 'm-1']) {
    expect(nameIn(name, fields)).toBeUndefined();
  }
  expect(nameIn('c1', fields)).toBe('c1');
  expect(nameIn('u-1')).toBe('u-1');
});

test('an id that is too long to name a conversation names none by its hash either', () => {
  const long = 'u'.repeat(80);
  const body = {
    id: 'r',
    imp: [{ id: '1', native: { request: NATIVE } }],
    user: { id: long },
  };
  const nameAs = (conversation: string) => {
    const result = validateRepairing({ ...body, ext: { parley: { conversation } } }, locateNowhere);
    if (result instanceof Refusal || result.kind !== 'valid') throw new Error('refused');
    return conversationNameOf(result.request.wire);
  };
  expect(nameAs(long)).toBeUndefined();
  expect(nameAs('c'.repeat(80))).toMatch(/^[\w-]{43}$/);
});

test('a user or a device that is null has no name', () => {
  const nothing: Record<string, unknown> = { user: null, device: null };
  expect(nameIn('c1', nothing)).toBe('c1');
});
