import { expect, test } from 'bun:test';
import { isQuickReply } from './quick-reply.ts';
import type { Message } from './signals.ts';

const talk = (offer: string, reply: string): readonly Message[] => [
  { role: 'user', content: 'I need a tent' },
  { role: 'assistant', content: offer },
  { role: 'user', content: reply },
];

const REPLIES: readonly (readonly [offer: string, reply: string, isQuick: boolean])[] = [
  ['For whom?\n- Two people\n- Four people', 'Four people', true],
  ['For whom?\n1. Two people\n2. Four people', 'two people.', true],
  ['Budget? [Under $50] [Over $50]', 'Under $50', true],
  ['Say “Show me more” or ask anything.', 'show me more', true],
  ['Yes / No', 'yes', true],
  ['For whom?\n- Two people', 'for two people and a dog', false],
  ['For how many people?', 'four people', false],
  ['- Two people', '', false],
];

for (const [offer, reply, isQuick] of REPLIES) {
  test(`"${reply}" after "${offer}" is ${isQuick ? '' : 'not '}a quick reply`, () => {
    expect(isQuickReply(talk(offer, reply))).toBe(isQuick);
  });
}

test('a first message is never a quick reply', () => {
  expect(isQuickReply([{ role: 'user', content: 'hello' }])).toBe(false);
  expect(isQuickReply([])).toBe(false);
});
