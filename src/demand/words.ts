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
  return plainWords(text) ?? text.toLowerCase().match(WORD) ?? [];
}

const [SPACE, COMMA, HYPHEN] = [32, 44, 45];
const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
const isGap = (code: number) => code === SPACE || code === COMMA || code === HYPHEN;

/** The same for small letters and digits alone, which most keywords are made of: it costs a fifth. undefined: there is more. */
export function plainWords(
  text: string,
  wordsMax = Number.POSITIVE_INFINITY,
): readonly string[] | undefined {
  const words: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length && words.length < wordsMax; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    if (isLetter(code)) continue;
    if (!isGap(code)) return undefined;
    if (at > start) words.push(text.slice(start, at));
    start = at + 1;
  }
  return words;
}
