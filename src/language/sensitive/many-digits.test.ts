import { describe, expect, test } from 'bun:test';
import { createSensitiveMatcher, EVERY_CLASS, UNREAD } from './matcher.ts';
import { SHIPPED_LISTS } from './shipped-lists.ts';

const { findAll } = createSensitiveMatcher(SHIPPED_LISTS);

/** A text of a row of parts, each with its number. */
function textOf(part: (index: number) => string, length: number): string {
  const parts: string[] = [];
  for (let at = 0; at < length; at += parts.at(-1)?.length ?? 0) parts.push(part(parts.length + 1));
  return parts.join('');
}

/** Harmless, with a word in most parts that begins a listed phrase. */
const HARMLESS: Readonly<Record<string, (index: number) => string>> = {
  'the same words': () => 'word1 of1,',
  'numbered words': (index) => `word${index} of${index},`,
  'numbers from 2000 on': (index) => `number ${2000 + index},`,
  'phone numbers': (index) => `+49 ${100 + (index % 900)} ${1_000_000 + 7919 * index}, `,
  prices: (index) => `shoe model ${2000 + index} for $${index % 2000}.99, `,
  sentences: () => 'The quick brown fox jumps over the lazy dog near the river bank. ',
  'first words': (index) => `i want to go to my dog and i love my mom ${index}, `,
};

describe.each(Object.entries(HARMLESS))('a long text of %s', (_, part) => {
  test.each(['keywords', 'prose'] as const)(
    'is read to its end as %s, and holds nothing',
    (kind) => {
      const text = textOf(part, 40_000);
      expect(findAll([text], EVERY_CLASS, kind)).toEqual([]);
      const topics = findAll([`${text} I want to kill myself`], EVERY_CLASS, kind);
      expect(topics.map(({ topic }) => topic)).toEqual(['self-harm']);
    },
  );
});

test('a body of text with a first word in each part is more than is read, and counts as sensitive', () => {
  const texts = [textOf((index) => `word${index} of${index},`, 878_000)];
  const topics = findAll(texts, { crisis: true }, 'keywords').map(({ topic }) => topic);
  expect(topics).toEqual([UNREAD]);
});

test('a number that is a part of something else is no hotline', () => {
  const isFound = (text: string) => findAll([text], EVERY_CLASS, 'prose').length > 0;
  expect(['1522', 'chiama il 1522.', 'numero 1522, subito', '#1522'].filter(isFound)).toHaveLength(
    4,
  );
  for (const text of ['of1522', '1522nd', '$1522', '1522€', '1522.99', '0.1522', '49-1522-7']) {
    expect([text, isFound(text)]).toEqual([text, false]);
  }
});
