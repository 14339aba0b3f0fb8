import { expect, test } from 'bun:test';
import { compileLists } from './compile-lists.ts';
import { createPrefilter } from './prefilter.ts';
import { SHIPPED_LISTS } from './shipped-lists.ts';

test('the prefilter lets every first word of a phrase pass', () => {
  const { firstWords } = compileLists(SHIPPED_LISTS);
  const canMatch = createPrefilter(firstWords);
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
