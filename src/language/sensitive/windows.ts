/** A part of a text, with enough around it to read every phrase that begins between `from` and `to`. */
export type TextWindow = {
  readonly text: string;
  /** Positions in `text`. */
  readonly from: number;
  readonly to: number;
};

/** Long texts are read in parts, so that those without a listed word are skipped. */
export const WINDOW_LENGTH = 8_192;

/** What a window has before and behind the part that is its own. No listed phrase is as long. */
const WINDOW_MARGIN = 1_024;

const STEP = WINDOW_LENGTH - 2 * WINDOW_MARGIN;

/** Together the windows own every position of the text once. */
export function windowsOf(text: string): readonly TextWindow[] {
  if (text.length <= WINDOW_LENGTH) return [{ text, from: 0, to: text.length }];
  const windows: TextWindow[] = [];
  for (let own = 0; own < text.length; own += STEP) {
    const start = Math.max(0, own - WINDOW_MARGIN);
    const part = text.slice(start, own + STEP + WINDOW_MARGIN);
    const from = own - start;
    windows.push({ text: part, from, to: from + STEP });
  }
  return windows;
}
