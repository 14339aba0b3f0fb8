import { expect, test } from 'bun:test';
import { foldWord } from './fold-word.ts';
import { lexiconOf } from './lexicons.ts';
import { SUBJECTS } from './subjects.ts';

const subjectsOf = (code: string, word: string) =>
  lexiconOf(code)
    ?.sensesOf(foldWord(word))
    ?.map(({ subject }) => SUBJECTS[subject]?.name);

const COMPOUNDS = [
  ['de', 'Minikühlschrank', 'appliances'],
  ['de', 'Damenwanderschuhe', 'footwear'],
  ['de', 'Edelstahlpfanne', 'cookware'],
  ['nl', 'kinderfietshelm', 'cycling'],
  ['nl', 'tuinstoelkussen', 'bedding'],
] as const;

test.each(COMPOUNDS)('%s: "%s" is about %s', (code, word, subject) => {
  expect(subjectsOf(code, word)).toContain(subject);
});

const PLAIN = [
  ['de', 'fantastisch'],
  ['de', 'vergessen'],
  ['de', 'entdecken'],
  ['de', 'fahren'],
  ['nl', 'proberen'],
  ['nl', 'verstand'],
  ['nl', 'klein'],
] as const;

test.each(PLAIN)(
  '%s: "%s" is about nothing, though it ends or sounds like a listed word',
  (code, word) => {
    expect(subjectsOf(code, word)).toBeUndefined();
  },
);
