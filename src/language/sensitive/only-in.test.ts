import { expect, test } from 'bun:test';
import { createSensitiveMatcher } from './matcher.ts';
import { MEANT_ONLY_IN } from './matches-in.ts';
import { SHIPPED_LISTS } from './shipped-lists.ts';
import { SENSITIVE_CLASSES } from './word-list.ts';

const { findAll } = createSensitiveMatcher(SHIPPED_LISTS);
const EVERY_CLASS = Object.fromEntries(SENSITIVE_CLASSES.map((name) => [name, true]));
const WORDS = [...MEANT_ONLY_IN];

test.each(WORDS)(
  '"%s" is listed, and counts only in %p where the language is known and has a list',
  (word, languages) => {
    const topicsIn = (language?: string) =>
      findAll([word], EVERY_CLASS, 'prose', language).map(({ topic }) => topic);
    expect(topicsIn()).not.toEqual([]);
    for (const language of languages) expect(topicsIn(language)).toEqual(topicsIn());
    expect(topicsIn('xx')).toEqual(topicsIn());
    expect(topicsIn('ja')).toEqual([]);
  },
);

test('no word about self-harm or abuse depends on the language', () => {
  const grave = WORDS.filter(([word]) =>
    findAll([word], { crisis: true }, 'prose').some(({ topic }) => /self-harm|abuse/.test(topic)),
  );
  expect(grave).toEqual([]);
});
