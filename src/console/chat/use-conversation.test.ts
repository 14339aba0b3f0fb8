import { expect, test } from 'bun:test';
import { readAnswerOf } from '../playground/kept.ts';
import { readConversation } from './use-conversation.ts';

const stored = (value: unknown) => JSON.parse(JSON.stringify(value));

test('a conversation survives a reload, and a message without an answer says why', () => {
  const told = { kind: 'ready', value: { status: 204, headers: [], body: '', tookMs: 1 } };
  const messages = [
    { number: 1, text: 'shoes', request: '{}', outcome: told },
    { number: 2, text: 'and socks', outcome: undefined },
  ];
  const read = readConversation(stored({ startMs: 5, messages }));
  expect(read?.messages.map(({ text }) => text)).toEqual(['shoes', 'and socks']);
  expect(read?.messages[0]?.outcome).toEqual(told as never);
  expect(read?.messages[1]?.outcome).toMatchObject({ kind: 'failed' });
});

test('what another version has stored is not used', () => {
  for (const other of [undefined, null, 7, {}, { startMs: 1, messages: [{}] }, { startMs: 1 }]) {
    expect(readConversation(other)).toBeUndefined();
    expect(readAnswerOf(other)).toBeUndefined();
  }
  const value = { status: 200, headers: [], body: '{}', tookMs: 1 };
  expect(readAnswerOf({ kind: 'ready', value })).toEqual({ kind: 'ready', value });
  expect(readAnswerOf({ kind: 'ready', value: { status: 200 } })).toBeUndefined();
});
