import { expect, test } from 'bun:test';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { conversationNameOf } from './conversation-name.ts';

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
    user: { id: 'u-1', buyeruid: 'b-1' },
    device: { ip: '192.0.2.1', ipv6: '2001:db8::1', ifa: 'f-1' },
  };
  for (const name of ['u-1', 'b-1', '192.0.2.1', '2001:db8::1', 'f-1']) {
    expect(nameIn(name, fields)).toBeUndefined();
  }
  expect(nameIn('c1', fields)).toBe('c1');
  expect(nameIn('u-1')).toBe('u-1');
});
