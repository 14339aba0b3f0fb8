import { describe, expect, test } from 'bun:test';
import { rules } from './rules.ts';
import { KEYWORDS_MAX, type Message } from './signals.ts';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const keywordsOf = (...messages: readonly Message[]) => rules(messages).keywords;
const intentOf = (...messages: readonly Message[]) => rules(messages).intent?.value;

describe('keywords are what one would search products with', () => {
  test('there are never more than ten', () => {
    const many = `I need ${Array.from({ length: 40 }, (_, i) => `a ${'abcdefghij'[i % 10]}${i}x lamp`).join(', ')}`;
    expect(keywordsOf(user(many)).length).toBeLessThanOrEqual(KEYWORDS_MAX);
  });

  test('an earlier wish is kept while the talk is of it', () => {
    expect(
      keywordsOf(
        user('trail running shoes under 150'),
        assistant('Here.'),
        user('show me cheaper ones'),
      ),
    ).toEqual(['trail running shoes']);
  });

  test('a new wish replaces an earlier one', () => {
    expect(keywordsOf(user('trail shoes'), user('now I need a birthday cake'))).toEqual([
      'birthday cake',
    ]);
  });

  test('what the assistant offers is no wish', () => {
    const messages = [
      assistant('Buy our new headphones for $99!'),
      user('how tall is Mont Blanc?'),
    ];
    expect(rules(messages)).toMatchObject({ keywords: [], price: null });
    expect(intentOf(...messages)).toBe('information_seeking');
  });
});

test('a message that only adds to a wish has the intent of the wish', () => {
  expect(intentOf(user('I need a camping tent'), assistant('For whom?'), user('4 people'))).toBe(
    'purchase_inquiry',
  );
});

describe('crisis', () => {
  for (const text of ['I want to kill myself', 'my dog died', 'Ich will nicht mehr leben']) {
    test(`"${text}" is reported, and read as no wish`, () => {
      const signals = rules([user(text)]);
      expect(signals.sensitive?.class).toBe('crisis');
      expect(signals).toMatchObject({ keywords: [], price: null });
      expect(signals.intent?.value).toBe('information_seeking');
    });
  }

  test.each([
    'Haluan tappaa itseni',
    'Kendimi öldürmek istiyorum',
    'Vreau să mor',
    '죽고 싶어요',
    'Vull morir',
  ])('"%s" is reported, though its language is not read (ruling 66)', (text) =>
    expect(rules([user(text)])).toMatchObject({ sensitive: { class: 'crisis' }, language: '' }),
  );

  test('it is still reported when a later message speaks of something to buy', () => {
    const signals = rules([user('my dog died'), assistant('I am sorry.'), user('I need dog food')]);
    expect(signals.sensitive?.class).toBe('crisis');
    expect(signals.keywords).toEqual([]);
  });
});

describe('a price', () => {
  const priceOf = (...texts: readonly string[]) => rules(texts.map(user)).price;

  test('is that of the newest bound, outlives a message that only adds to the wish, and ends with its topic', () => {
    expect(priceOf('a camera for less than 1000 euros', 'make that under 600 euros')?.max).toBe(
      600,
    );
    expect(priceOf('trail shoes under $150', 'in red please')?.max).toBe(150);
    expect(priceOf('socks under $10', 'now I need a tent')).toBeNull();
  });
});

describe('the language', () => {
  test('is that of each message: what is not read says nothing beside what is', () => {
    const wish = user('I need trail running shoes under $150');
    expect(rules([user('Etsin uutta puhelinta alle 300 euroa'), wish])).toMatchObject({
      keywords: ['trail running shoes'],
      price: { max: 150, currency: 'USD' },
      language: 'en',
    });
    expect(rules([wish, user('En jaksa enää elää')])).toMatchObject({ keywords: [], language: '' });
  });

  test.each(['42', '👍', 'Adidas?'])('goes on with a number, a smile or a brand: %s', (text) => {
    expect(rules([user('Ich suche Schuhe'), user(text)]).language).toBe('de');
  });
});

test('every sensitive class of a conversation is reported, the gravest first', () => {
  const texts = ['we were evicted', 'my depression is getting worse', 'my dog died'];
  expect(rules(texts.map(user)).sensitive).toEqual({
    class: 'crisis',
    words: ['my dog died'],
    others: [
      { class: 'money', words: ['evicted'] },
      { class: 'health', words: ['depression'] },
    ],
  });
});

test('praise before a noun is no mood', () => {
  expect(rules([user('a great tent')]).sentiment?.value).toBe('neutral');
  expect(rules([user('great, thanks!')]).sentiment?.value).toBe('positive');
  expect(rules([user('the last pair was not good')]).sentiment?.value).toBe('negative');
});

test('whoever was ready to buy and then asks something else is not any more', () => {
  const stage = (...texts: readonly string[]) => rules(texts.map(user)).funnel?.stage;
  expect(stage('rain boots', "I'll take it")).toBe('conversion');
  expect(stage('rain boots', "I'll take it", 'wait, is it in stock in red?')).toBe('intent');
});

test('no messages, or none of the user, give neutral signals', () => {
  for (const messages of [[], [assistant('Hello!')], [user('  ')]]) {
    expect(rules(messages)).toMatchObject({
      keywords: [],
      price: null,
      intent: { value: 'information_seeking', topics: [], signals: [] },
      sentiment: { value: 'neutral', score: 0 },
      funnel: { stage: 'awareness' },
      sensitive: null,
      language: '',
    });
  }
});

test('each signal says which words it came from', () => {
  const { sources } = rules([user('I love it. Looking for a tent under $200 today')]);
  expect(sources).toMatchObject({
    keywords: ['tent'],
    price: ['under $200'],
    sentiment: ['love'],
    funnel: ['today', 'under $200'],
  });
  expect(sources.intent).toContain('Looking for');
});
