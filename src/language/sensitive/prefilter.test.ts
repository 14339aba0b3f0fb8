import { expect, test } from 'bun:test';
import { readLists } from './compile-lists.ts';
import { buildPrefilter, openPrefilter } from './prefilter.ts';
import { SHIPPED_LISTS } from './shipped-lists.ts';

test('the prefilter lets every first word of a phrase pass', () => {
  const { firstWords } = readLists(SHIPPED_LISTS);
  const canMatch = openPrefilter(buildPrefilter(firstWords));
  // A number has no capital.
  const startsWithLetter = (word: string) => /^[a-z]/.test(word);
  const written: readonly ((word: string) => string)[] = [
    (word) => `x ${word}`,
    (word) => `${word.toUpperCase()},x`,
    (word) => `more${capitalised(word)}`,
    (word) => `${word}More`,
    (word) => `more${capitalised(word)}More`,
    (word) => `x%20${word}`,
  ];
  for (const write of written) {
    expect(firstWords.filter(startsWithLetter).filter((word) => !canMatch(write(word)))).toEqual(
      [],
    );
  }
});

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
