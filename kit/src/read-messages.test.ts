import { describe, expect, test } from 'bun:test';
import { readConversation } from './conversation.ts';
import forms from './read-messages.json';
import { readMessages } from './read-messages.ts';

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

const SECRET = 'hunter2';

describe('what cannot be read is named, without a value of it:', () => {
  test.each<readonly [unknown, string]>([
    [undefined, 'messages: expected a string or a list of messages, got nothing'],
    [
      { role: 'user', content: SECRET },
      'messages: expected a string or a list of messages, got an object',
    ],
    [[], 'messages: expected a message of the user, got none'],
    [
      [{ role: 'assistant', content: SECRET }],
      'messages: expected a message of the user, got none',
    ],
    [[SECRET], 'messages[0]: expected an object with role and content, got a string'],
    [[...READ, null], 'messages[3]: expected an object with role and content, got null'],
    [[{ content: SECRET }], 'messages[0].role: expected user, assistant or system, got nothing'],
    [
      [{ role: 1, content: SECRET }],
      'messages[0].role: expected user, assistant or system, got a number',
    ],
    [
      [...READ, { role: SECRET, content: SECRET }],
      'messages[3].role: expected user, assistant or system, got another string',
    ],
    [
      [{ role: 'user', message: SECRET }],
      'messages[0]: expected content, parts or text, got none of them',
    ],
    [
      [{ role: 'user', content: { text: SECRET } }],
      'messages[0].content: expected a string or a list of parts, got an object',
    ],
    [
      [{ role: 'user', parts: SECRET.length }],
      'messages[0].parts: expected a string or a list of parts, got a number',
    ],
    [
      [...READ, { role: 'user', content: [{ type: 'image', image: SECRET }] }],
      'messages: expected a text in the last message of the user, got none',
    ],
    [' ', 'messages: expected a text in the last message of the user, got none'],
  ])('%j', (messages, detail) => {
    expect(readConversation(messages)).toBe(detail);
  });
});

test('names of objects are no roles', () => {
  for (const role of ['constructor', 'toString', '__proto__']) {
    expect(readMessages([{ role, content: 'x' }])).toBe(
      'messages[0].role: expected user, assistant or system, got another string',
    );
  }
});
