/** Of each kind of text; with those of the generation before, at most 1 MB in each worker. */
export const EMPTY_TEXTS_MAX = 2048;
export const EMPTY_TEXT_LENGTH_MAX = 64;

export type EmptyTexts = ReturnType<typeof createEmptyTexts>;

/**
 * The short texts that held no phrase when they were last read, with the steps that this took: topics, interests and
 * segments come again with request after request. What says anything of a person in trouble is never among them.
 */
export function createEmptyTexts() {
  let current = new Map<string, number>();
  /** Full, and replaced as a whole: taking single texts out of a full map costs more than reading them again. */
  let earlier = new Map<string, number>();

  const add = (text: string, steps: number) => {
    if (current.size === EMPTY_TEXTS_MAX) {
      earlier = current;
      current = new Map();
    }
    current.set(text, steps);
  };

  return {
    stepsOf(text: string): number | undefined {
      const known = current.get(text);
      if (known !== undefined) return known;
      const steps = earlier.get(text);
      if (steps !== undefined) add(text, steps);
      return steps;
    },
    add(text: string, steps: number): void {
      // A part of a long text would keep all of it in memory.
      if (text.length <= EMPTY_TEXT_LENGTH_MAX) add(` ${text}`.slice(1), steps);
    },
  };
}
