import { describe, expect, test } from 'bun:test';
import { bidRequestOf } from '../bid-request.ts';
import { rules } from './rules.ts';
import { CATEGORIES_MAX, type Message } from './signals.ts';

const user = (content: string): Message => ({ role: 'user', content });
const read = (...texts: readonly string[]) => rules(texts.map(user));

describe('a word counts in the sense that the rest of the message speaks for', () => {
  test.each([
    ['which keyboard for a beginner pianist', 'IAB9-16'],
    ['which keyboard for my laptop', 'IAB19-9'],
    ['what nails for drywall', 'IAB10-5'],
  ])('%s: %s', (text, category) => {
    expect(read(text).categories).toEqual([category]);
  });
});

describe('the categories that are told', () => {
  const request = (text: string) =>
    bidRequestOf(
      {
        requestId: 'r',
        conversation: { messages: [user(text)], turn: 1, messageLength: text.length },
        signals: read(text),
        visitor: NOBODY,
        client: {},
        leftMs: 1000,
      },
      { publisher: 'pub-1', isTest: true },
    );

  test('go out with the version of their taxonomy', () => {
    expect(request('trail running shoes').site).toMatchObject({
      content: { language: 'en', cat: ['IAB18-5'], cattax: 1 },
    });
  });

  test('are absent where nothing is wanted', () => {
    expect(request('good morning')?.site).not.toHaveProperty('content.cat');
  });

  test('are few, and never those of illness, law or politics', () => {
    const { categories } = read('I need a tent, a stroller, a laptop, a sofa and a violin');
    expect(categories.length).toBe(CATEGORIES_MAX);
    for (const text of [
      'looking for a lawyer after my arrest',
      'which wig during chemotherapy',
      'a t-shirt for the election campaign of our mayor',
      'need a priest and a bible for the baptism',
    ]) {
      expect(
        read(text).categories.filter((id) => /^IAB(?:7$|7-4$|7-37|11|12|23)/.test(id)),
      ).toEqual([]);
    }
  });
});

test.each([
  'I need a c-section',
  'my sister is pregnant, I want a baby shower',
  'looking for a diabetic',
  'recommend me an abortion',
])('%s: what is grave is no keyword', (text) => {
  expect(read(text)).toMatchObject({ keywords: [], categories: [] });
});

test('a misspelled word is never told as it was written', () => {
  expect(JSON.stringify(read('I need an espreso machine'))).not.toContain('espreso ');
});

describe('a follow-up', () => {
  test.each([
    [['trail running shoes under $150', 'cheaper?'], ['trail running shoes'], 150],
    [['a sleeping bag under $80', 'what about a tent instead'], ['tent'], undefined],
    [['a phone under 300', 'and the one with the longest battery life?'], ['phone'], 300],
  ])('%p', (texts, keywords, max) => {
    const signals = read(...texts);
    expect(signals.keywords).toEqual(keywords);
    expect(signals.price?.max).toBe(max);
  });
});

const NOBODY = {
  ip: null,
  userAgent: null,
  language: null,
  country: null,
  page: null,
  domain: null,
  isSecure: false,
  consent: null,
  gdpr: null,
  usPrivacy: null,
  gpp: null,
  gppSid: [],
  gpc: false,
  coppa: false,
};
