import { describe, expect, test } from 'bun:test';
import { rules } from './rules.ts';
import { KEYWORDS_MAX, type Message } from './signals.ts';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const keywordsOf = (...messages: readonly Message[]) => rules(messages).keywords;
const intentOf = (...messages: readonly Message[]) => rules(messages).intent?.value;

describe('keywords are what one would search products with', () => {
  const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
    'waterproof trail running shoes, please': ['waterproof trail running shoes'],
    'car insurance for a new driver': ['car insurance'],
    'cordless vacuum cleaner pet hair': ['cordless vacuum cleaner'],
    'headphones for the gym': ['headphones'],
    'white sneakers please, but not Nike': ['white sneakers'],
    'looking for a sofa, no leather': ['sofa'],
    'anything but leather boots': [],
    'not looking for a laptop, just a tablet': ['tablet'],
    "I don't need anything": [],
    'hello there': [],
    'What is the capital of Peru?': [],
    'Kindle vs Kobo': ['kindle', 'kobo'],
    'iPhone 15 or Pixel 8?': ['iphone 15', 'pixel 8'],
    'which credit card should I get': ['credit card'],
    'Autoversicherung für Fahranfänger': ['autoversicherung'],
    'Ich suche elektrische Zahnbürsten': ['elektrische zahnbürsten'],
    "une machine à café et un manteau d'hiver": ['machine à café', "manteau d'hiver"],
    'seguro de coche para conductor novel': ['seguro de coche'],
    'eine Packung Kaffeebohnen bitte': ['kaffeebohnen'],
    'welche Rolle spielt Luther in der Reformation': [],
    'oortjes onder de 100 euro met goede microfoon': ['oortjes'],
    'yogamatte mit tragegurt und eine faszienrolle': ['yogamatte', 'faszienrolle'],
    'koersfiets voor een beginner': ['koersfiets'],
    'ik zoek een zak koffiebonen': ['koffiebonen'],
  };
  for (const [text, keywords] of Object.entries(KEYWORDS)) {
    test(text, () => expect(keywordsOf(user(text))).toEqual([...keywords]));
  }

  test.each([
    ['I need a Quuxly espresso machine', ['espresso machine']],
    ['looking for Okafor shoes', ['shoes']],
    ['I want to buy a zorblat', []],
    ['Ich suche eine Zwirbelfix Kaffeemaschine', ['kaffeemaschine']],
    ['je cherche une machine à quux', ['machine']],
    ['busco zapatillas Okafor', ['zapatillas']],
  ])('%s: made of words that the lists know (ruling 66)', (text, keywords) =>
    expect(keywordsOf(user(text))).toEqual(keywords),
  );

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

describe('nothing private becomes a keyword', () => {
  const TEXTS: readonly string[] = [
    'My name is Daniel Okafor, I need a coffee grinder',
    "Hi, I'm Sarah Miller and I want a coffee grinder",
    'coffee grinder for my sister Siobhan',
    'John Peterson wants a coffee grinder',
    'a coffee grinder, mail jo.smith+ads@mail.example.com',
    'a coffee grinder, mail jo (at) example.com',
    'a coffee grinder, call +1 (415) 555-0132',
    'a coffee grinder, my card is 4111 1111 1111 1111',
    'a coffee grinder like https://shop.example.com/p/grinder?x=1',
    'a coffee grinder like on www.shop-for-beans.de',
    'order A-48813 was a coffee grinder',
    'a coffee grinder to 221 Baker Street',
    'a coffee grinder, IBAN DE89 3704 0044 0532 0130 00',
  ];
  for (const text of TEXTS) {
    test(text, () => expect(keywordsOf(user(text))).toEqual(['coffee grinder']));
  }

  test('brands that are called like people stay', () => {
    expect(keywordsOf(user('a Michael Kors bag'))).toEqual(['michael kors bag']);
  });
});

describe('intent', () => {
  const INTENTS: Readonly<Record<string, string>> = {
    'I want to buy a desk': 'purchase_inquiry',
    'I want to learn how to juggle': 'information_seeking',
    'i need a name for my cat': 'information_seeking',
    'write me a poem about the sea': 'information_seeking',
    'Which is better, a gas grill or a charcoal grill?': 'comparison',
    'is a tablet smarter than a laptop': 'comparison',
    'My headphones are broken and I want a refund': 'support_request',
    'the oven does not heat up': 'support_request',
    'That is too expensive for me': 'objection_handling',
    'un manteau pas trop cher': 'purchase_inquiry',
    'Mein Staubsauger ist kaputt': 'support_request',
    'merece la pena?': 'objection_handling',
  };
  for (const [text, intent] of Object.entries(INTENTS)) {
    test(`"${text}" is ${intent}`, () => expect(intentOf(user(text))).toBe(intent));
  }

  test('a message that only adds to a wish has the intent of the wish', () => {
    expect(intentOf(user('I need a camping tent'), assistant('For whom?'), user('4 people'))).toBe(
      'purchase_inquiry',
    );
  });
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

  test('a word is judged in the language of its message', () => {
    expect(rules([user('Ich habe Krebs')]).sensitive?.class).toBe('crisis');
    expect(rules([user('explain the Krebs cycle to me please')]).sensitive).toBeNull();
  });

  test('it is still reported when a later message speaks of something to buy', () => {
    const signals = rules([user('my dog died'), assistant('I am sorry.'), user('I need dog food')]);
    expect(signals.sensitive?.class).toBe('crisis');
    expect(signals.keywords).toEqual([]);
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
