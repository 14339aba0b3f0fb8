import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { readLists } from './compile-lists.ts';
import { createSensitiveMatcher } from './matcher.ts';
import { plainText } from './plain-text.ts';
import { SHIPPED_LISTS } from './shipped-lists.ts';
import { SENSITIVE_CLASSES } from './word-list.ts';

const matcher = createSensitiveMatcher(SHIPPED_LISTS);
const ALL = Object.fromEntries(SENSITIVE_CLASSES.map((name) => [name, true]));
const LISTED_WORDS = [...readLists(SHIPPED_LISTS).numbers.keys()];

/** Texts that come near the lists: their words, in any order, with anything between them. */
const nearText = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...LISTED_WORDS), fc.string({ unit: 'binary', maxLength: 6 })),
      fc.constantFrom(' ', ' ', ' ', ', ', '. ', '-', "'", '’', '\u200b', '\n', ''),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.flat().join(''));
const kind = fc.constantFrom('keywords' as const, 'prose' as const);

describe('any text', () => {
  test('is read without throwing, and the words found stand in it', () => {
    fc.assert(
      fc.property(fc.array(nearText, { maxLength: 3 }), kind, (texts, kind) => {
        for (const { words } of matcher.findAll(texts, ALL, kind)) {
          expect(words).not.toBe('');
          expect(texts.some((text) => `${text} ${plainText(text)}`.includes(words))).toBe(true);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test('is matched alike in upper case, full-width letters and with zero-width characters', () => {
    const disguised = (text: string) =>
      [...text]
        .map((char) =>
          /[a-z]/.test(char) ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char,
        )
        .join('\u200d');
    const plainWords = LISTED_WORDS.filter((word) => /^[a-z]+$/.test(word));
    const text = fc
      .array(fc.constantFrom(...plainWords), { maxLength: 8 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(text, (text) => {
        const topics = (of: string) =>
          matcher.findAll([of], ALL, 'prose').map(({ topic }) => topic);
        expect(topics(text.toUpperCase())).toEqual(topics(text));
        expect(topics(disguised(text))).toEqual(topics(text));
      }),
      { numRuns: runs(100) },
    );
  });
});
