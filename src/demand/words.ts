/** How texts are compared: without regard to case and surrounding space. */
export function fold(text: string): string {
  return text.trim().toLowerCase();
}

/** A keyword of a campaign has at most so many words. */
export const KEYWORD_WORDS_MAX = 4;

/** Letters, digits and marks of any script; `+` and `#` too, which tell "c++" and "c#" from "c". */
const WORD = /[\p{L}\p{N}\p{M}+#]+/gu;

/** The words of a text, in lower case. */
export function readWords(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
