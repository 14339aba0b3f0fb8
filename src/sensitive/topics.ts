import { SENSITIVE_CLASSES, type SensitiveClass, type WordList } from './word-list.ts';

/** A subject inside a class, as the lists name it: `grief` in `crisis`. */
export type Topic = {
  readonly class: SensitiveClass;
  readonly topic: string;
  readonly bit: number;
};

/** Every topic has a bit, and exceptions have one, in a signed 32-bit number. */
export const TOPICS_MAX = 30;
export const EXCEPTION_BIT = 1 << TOPICS_MAX;

/** The topics of all lists, those of the first class first. */
export function topicsOf(lists: readonly WordList[]): readonly Topic[] {
  const names = SENSITIVE_CLASSES.flatMap((name) => {
    const topics = new Set(lists.flatMap(({ classes }) => Object.keys(classes[name] ?? {})));
    return [...topics].map((topic) => ({ class: name, topic }));
  });
  if (names.length > TOPICS_MAX) {
    throw new Error(`the word lists have ${names.length} topics: at most ${TOPICS_MAX}`);
  }
  return names.map((name, index) => ({ ...name, bit: 1 << index }));
}
