import { describe, expect, test } from 'bun:test';
import { readConversation } from './conversation.ts';
import forms from './read-messages.json';
import { readMessages } from './read-messages.ts';
import unreadable from './unreadable-messages.json';

const SHOES = 'I need trail running shoes';
const WHICH = 'For which ground?';
const READ = [
  { role: 'user', content: SHOES },
  { role: 'assistant', content: WHICH },
  { role: 'user', content: 'wet rock' },
] as const;

/** The same conversation as SDKs have it, with what is no text of the person in between. */
const FORMS: Readonly<Record<string, readonly unknown[]>> = {
  ...forms,
  'LangChain 0.3': [
    { getType: () => 'human', content: SHOES },
    { getType: () => 'ai', content: WHICH },
    { getType: () => 'human', content: 'wet rock' },
  ],
};

describe('a conversation is read as it is in', () => {
  test.each(Object.entries(FORMS))('%s', (_, messages) => {
    expect(readMessages(messages)).toEqual([...READ]);
  });
});

test('the texts of one message stand on lines of their own', () => {
  const parts = [{ type: 'text', text: 'trail shoes' }, { type: 'step-start' }, { text: 'please' }];
  expect(readMessages([{ role: 'user', parts }])).toEqual([
    { role: 'user', content: 'trail shoes\nplease' },
  ]);
});

test('a text is one message of the user', () => {
  expect(readMessages(SHOES)).toEqual([{ role: 'user', content: SHOES }]);
});

test('instructions of the developer are of the system', () => {
  const messages = ['developer', 'System'].map((role) => ({ role, content: 'Be brief.' }));
  expect(readMessages(messages)).toEqual(
    messages.map(({ content }) => ({ role: 'system', content })),
  );
});

test('a message of pictures alone counts as one of the user', () => {
  const picture = { role: 'user', content: [{ type: 'image', image: 'data:,' }] };
  expect(readConversation([picture, ...READ])).toMatchObject({ turn: 3 });
});

const NOTHING = 'messages: expected a string or a list of messages, got nothing';

test.each([[undefined, NOTHING], ...unreadable] as [unknown, string][])(
  'what cannot be read is named, without a value of it: %j',
  (messages, detail) => {
    expect(readConversation(messages)).toBe(detail);
  },
);
