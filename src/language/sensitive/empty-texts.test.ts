import { expect, test } from 'bun:test';
import { createSensitiveMatcher, EVERY_CLASS, UNREAD } from './matcher.ts';
import { SHIPPED_LISTS } from './shipped-lists.ts';

const { findAll } = createSensitiveMatcher(SHIPPED_LISTS);
const topicsOf = (texts: readonly string[], kind: 'keywords' | 'prose', language?: string) =>
  findAll(texts, EVERY_CLASS, kind, language).map(({ topic }) => topic);

test('what is empty in one language or as keywords is still found in another, and as prose', () => {
  expect(topicsOf(['Krebs'], 'prose', 'en')).toEqual([]);
  expect(topicsOf(['Krebs'], 'prose', 'de')).not.toEqual([]);
  expect(topicsOf(['my dog, died'], 'keywords', 'en')).toEqual([]);
  expect(topicsOf(['my dog, died'], 'prose', 'en')).not.toEqual([]);
});

test('what is empty of some classes is still searched for the others', () => {
  expect(findAll(['my dog died'], { politics: true }, 'prose')).toEqual([]);
  expect(topicsOf(['my dog died'], 'prose')).not.toEqual([]);
});

test('texts that come again use up the steps of a request as they did before', () => {
  const words = 'me and you and me and you and me and you and me';
  const many = Array.from({ length: 1000 }, (_, i) => `${words} q${i}`);
  expect(topicsOf(many, 'prose')).toContain(UNREAD);
  // Fewer of them are read to their end, and remembered.
  const found = many.flatMap((text) => topicsOf([text], 'prose'));
  expect(found).toEqual([]);
  expect(topicsOf(many, 'prose')).toContain(UNREAD);
});
