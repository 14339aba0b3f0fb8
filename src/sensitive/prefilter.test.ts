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

test('the prefilter lets letters in the form of other characters pass', () => {
  const canMatch = createPrefilter(['kill']);
  for (const text of ['k1ll', 'kiII', 'ki11s', 'x k1ll', 'XK1ll', 'k@ll', 'my$elf']) {
    expect([text, canMatch(text)]).toEqual([text, true]);
  }
  for (const text of ['$150', '150$', 'a @b', 'A1', '1a', 'NIKE', 'x 13 y', 'wifi6 k2v', 'x2I']) {
    expect([text, canMatch(text)]).toEqual([text, false]);
  }
});

test('the prefilter stops words that begin no phrase, wherever they end', () => {
  const canMatch = createPrefilter(['suicide']);
  for (const text of [
    'suicides, suicid',
    'a suicidea',
    'iPhone for MacBooks',
    '50% off',
    '50% up',
    '50%under & over &lists=1',
    'b c dd',
  ]) {
    expect(canMatch(text)).toBe(false);
  }
  for (const text of [
    'a suicide',
    'a suicidé',
    'aSuicideB',
    '%73uicide',
    's.u.i',
    'a b c',
    '%u0073',
    '%U0073',
    '&#115;',
    't&ouml;ten',
  ]) {
    expect(canMatch(text)).toBe(true);
  }
});
