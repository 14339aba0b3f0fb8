import { expect, test } from 'bun:test';
import { checkSignals } from './check-signals.ts';

const SIGNALS = {
  keywords: ['trail shoes'],
  categories: [],
  price: { min: 50, max: 150, currency: 'usd' },
  intent: { value: 'comparison', confidence: 0.8, topics: ['running'], signals: ['urgency'] },
  sentiment: { value: 'neutral', score: 0 },
  funnel: { stage: 'intent', progress: 0.6 },
  sensitive: null,
  unwanted: null,
  language: 'EN',
};

test('signals of the right form pass, currency and language in their usual case', () => {
  expect(checkSignals(SIGNALS)).toEqual({
    ...SIGNALS,
    price: { min: 50, max: 150, currency: 'USD' },
    sentiment: { value: 'neutral', score: 0 },
    sensitive: null,
    unwanted: null,
    language: 'en',
    sources: {},
  });
});

test('a sensitive class needs no words, and may stand alone', () => {
  const others = [{ class: 'health', words: ['flu'] }];
  expect(checkSignals({ ...SIGNALS, sensitive: { class: 'money' } })?.sensitive).toEqual({
    class: 'money',
    words: [],
    others: [],
  });
  expect(checkSignals({ ...SIGNALS, sensitive: { class: 'money', others } })?.sensitive).toEqual({
    class: 'money',
    words: [],
    others,
  });
});

test('keywords are enough: the rest counts as not said', () => {
  expect(checkSignals({ keywords: [] })).toMatchObject({ price: null, intent: null, language: '' });
});

test.each([
  ['no object', 'trail shoes'],
  ['no keywords', {}],
  ['keywords that are no texts', { keywords: [5] }],
  ['crossed prices', { ...SIGNALS, price: { min: 5, max: 4 } }],
  ['a price as text', { ...SIGNALS, price: { max: '150' } }],
  ['a confidence above one', { ...SIGNALS, intent: { value: 'x', confidence: 2 } }],
  ['an unknown mood', { ...SIGNALS, sentiment: { value: 'angry', score: 0 } }],
  ['a score out of range', { ...SIGNALS, sentiment: { value: 'neutral', score: -2 } }],
  ['a funnel without progress', { ...SIGNALS, funnel: { stage: 'intent' } }],
  ['a class that is no text', { ...SIGNALS, sensitive: { class: 1 } }],
  ['a further class that is no text', { ...SIGNALS, sensitive: { class: 'a', others: [{}] } }],
])('%s is no set of signals', (_, value) => {
  expect(checkSignals(value)).toBeNull();
});

test('keywords and topics that could name somebody are dropped', () => {
  const keywords = [
    'jane@example.org',
    'https://a.example/x',
    'www.example.org',
    '+49 170 1234567',
    '4111 1111 1111 1111',
    'size 42',
  ];
  const checked = checkSignals({
    keywords,
    intent: { ...SIGNALS.intent, topics: keywords },
  });
  expect(checked?.keywords).toEqual(['size 42']);
  expect(checked?.intent?.topics).toEqual(['size 42']);
});

test('more than ten keywords and long ones are cut', () => {
  const checked = checkSignals({ keywords: Array.from({ length: 40 }, () => 'x'.repeat(500)) });
  expect(checked?.keywords).toHaveLength(10);
  expect(checked?.keywords[0]).toHaveLength(64);
});
