/** Words as numbers from 0 on: a phrase is compared number by number. */
export type Vocabulary = {
  readonly numbers: ReadonlyMap<string, number>;
  /** The number of a word, a new one if it has none yet. */
  readonly numberOf: (word: string) => number;
};

export const VOCABULARY_MAX = 1 << 15;

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  return {
    numbers,
    numberOf: (word) => {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      if (numbers.size === VOCABULARY_MAX) {
        throw new Error(`the word lists have more than ${VOCABULARY_MAX} different words`);
      }
      numbers.set(word, numbers.size);
      return numbers.size - 1;
    },
  };
}
