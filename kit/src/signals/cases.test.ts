import { expect, test } from 'bun:test';
import { isQuickReply } from '../conversation.ts';
import cases from './cases.json';
import conversations from './conversations.json';
import { withoutAddresses } from './private-words.ts';
import { rules } from './rules.ts';
import { withoutSecrets } from './secrets.ts';
import type { Message } from './signals.ts';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const read = (content: string) => rules([user(content)]);

test.each(Object.entries(cases.keywords))(
  '"%s" asks for %j, and nothing else is a keyword',
  (text, keywords) => {
    expect(read(text).keywords).toEqual(keywords);
  },
);

test.each(Object.entries(cases.prices))('"%s" has the price bound %j', (text, price) => {
  expect(read(text).price as unknown).toEqual(price);
});

test.each(Object.entries(cases.intents))('"%s" is %s', (text, intent) => {
  expect(read(text).intent?.value).toBe(intent);
});

test.each(Object.entries(cases.languages))('"%s" is read as "%s"', (text, code) => {
  expect(read(text).language).toBe(code);
});

test.each(Object.entries(cases.unread))(
  'a message that the rules do not read derives nothing (ruling 66): %s',
  (_, texts) => {
    for (const text of texts) {
      expect([text, read(text)]).toMatchObject([
        text,
        {
          keywords: [],
          price: null,
          intent: { value: 'information_seeking', confidence: 0.3, topics: [], signals: [] },
          sentiment: { value: 'neutral', score: 0 },
          funnel: { stage: 'awareness' },
          language: '',
        },
      ]);
    }
  },
);

test.each(Object.entries(cases.secrets))(
  'what opens something is taken out before a message is read (ruling 67): %s',
  (text, secret) => {
    expect(text).toContain(secret);
    expect(withoutSecrets(text)).not.toContain(secret);
    for (const keyword of read(text).keywords) {
      for (const word of secret.toLowerCase().split(' ')) expect(keyword).not.toContain(word);
    }
  },
);

test.each(cases.marked)('a password is taken out in whatever way it is marked: %s', (text) => {
  const rest = withoutSecrets(text);
  expect(rest).not.toMatch(/lamp|sofa|guitar|chair/);
  expect(rest).toContain('router');
  expect(read(`I need a router and ${text}`).keywords).not.toContain('lamp');
});

test.each(cases.numbers)(
  'a number that stands for a person or an account is taken out: %s',
  (text) => {
    expect(withoutSecrets(text)).not.toMatch(/\d/);
    expect(read(text).price).toBeNull();
  },
);

test.each(cases.noPasswords)('nothing of it is a password: %s', (text) => {
  expect(withoutSecrets(text).replaceAll('  ', ' ')).toBe(text);
});

/** Of an assistant, or of the user. */
type Said = { readonly assistant: string } | string;
const CONVERSATIONS = Object.entries(conversations).flatMap(([name, rows]) =>
  rows.map(({ messages, signals }) => [name, messages as readonly Said[], signals] as const),
);

test.each(CONVERSATIONS)('%s: %j', (_, messages, signals) => {
  const said = messages.map((one) =>
    typeof one === 'string' ? user(one) : assistant(one.assistant),
  );
  expect(rules(said)).toMatchObject(signals);
});

test.each(cases.quickReplies as [string, string, boolean][])(
  'whether what is said after %j is a quick reply: %j, %p',
  (offer, reply, isQuick) => {
    expect(isQuickReply([user('I need a tent'), assistant(offer), user(reply)])).toBe(isQuick);
  },
);

test('a first message is never a quick reply', () => {
  expect([isQuickReply([user('hello')]), isQuickReply([])]).toEqual([false, false]);
});

test('only the password is taken out, and only the address', () => {
  expect(withoutSecrets('the password to unlock it')).toBe('the password ¦ unlock it');
  for (const address of ['bit.ly/lamp', 'host.shopping:8080/lamp']) {
    expect(withoutAddresses(`a tent and/or a sofa ${address}`)).not.toMatch(/lamp/);
  }
});
