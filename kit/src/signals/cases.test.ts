import { expect, test } from 'bun:test';
import cases from './cases.json';
import { rules } from './rules.ts';
import { withoutSecrets } from './secrets.ts';

const read = (content: string) => rules([{ role: 'user', content }]);

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
