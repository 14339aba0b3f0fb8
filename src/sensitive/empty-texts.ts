/** At most 1 MB in each worker, for each kind of text. */
export const EMPTY_TEXTS_MAX = 4096;
export const EMPTY_TEXT_LENGTH_MAX = 64;

export type EmptyTexts = ReturnType<typeof createEmptyTexts>;

/**
 * The short texts that held no phrase when they were last read, with the steps that this took: topics, interests and
 * segments come again with request after request. What says anything of a person in trouble is never among them.
 */
export function createEmptyTexts() {
  const stepsByText = new Map<string, number>();
  return {
    stepsOf: (text: string): number | undefined => stepsByText.get(text),
    add(text: string, steps: number): void {
      if (text.length > EMPTY_TEXT_LENGTH_MAX) return;
      if (stepsByText.size === EMPTY_TEXTS_MAX) {
        for (const oldest of stepsByText.keys()) {
          stepsByText.delete(oldest);
          break;
        }
      }
      stepsByText.set(text, steps);
    },
  };
}
