import { foldWord } from '../../../src/language/lexicon/fold-word.ts';

/**
 * A message as a row of tokens, which all rules read. One pass, no backtracking beyond a few
 * characters, so that no text takes long.
 */
export type Token = {
  readonly kind: 'word' | 'number' | 'currency' | 'mark' | 'break';
  /** As it stands in the message. */
  readonly text: string;
  /** What the lists are compared with: lower case, without accents and apostrophes. */
  readonly key: string;
  /** No space before it. */
  readonly isGlued: boolean;
  readonly isCapitalised: boolean;
};

/** A number with its separators, a word, or one other character. */
const TOKEN =
  /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,'’]\d+)*(?:,-)?|\p{L}[\p{L}\p{N}\p{M}]*(?:(?:['’&]|-(?!\d)|(?<!(?<!\p{L})(?:k|sub))-)[\p{L}\p{N}\p{M}]+)*[+#]{0,2}|\n|\S/gu;

export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = -1;
  for (const match of text.matchAll(TOKEN)) {
    const isGlued = match.index === end;
    end = match.index + match[0].length;
    const kind = kindOf(match[0]);
    if (kind === 'word') pushWord(tokens, match[0], isGlued);
    else tokens.push({ kind, ...plain(match[0]), isGlued });
  }
  return tokens;
}

/** Stands where something private was; people write bars themselves, and tables with them. */
export const STRUCK_OUT = '¦';

const BREAKS = new Set(`.,;:!?¿¡()[]{}"“”„«»\n…|${STRUCK_OUT}`);
const CURRENCIES = new Set('$€£¥₹');

function kindOf(text: string): Token['kind'] {
  const [first = ''] = text;
  if (first >= '0' && first <= '9') return 'number';
  if (BREAKS.has(first)) return 'break';
  if (CURRENCIES.has(first)) return 'currency';
  return /^\p{L}/u.test(first) ? 'word' : 'mark';
}

function plain(text: string) {
  return { text, key: text, isCapitalised: false };
}

/**
 * French and Italian: `l'été`, `d'un`, `jusqu'à`, `un'auto`, `dell'acqua`, `cos'è` are two words each, and so are
 * `écris-moi`, `a-t-il`.
 */
const ELIDED =
  /^(?:(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu)['’](?=\p{L})|(?:v|gl|un|qualcun|nessun|[dn]?[ae]ll|sull|coll|quell|quest|bell|sant|cos|dov|com|quand|quant|nient|tutt|mezz|senz|anch)['’](?=\p{L}{2}|è))/iu;
const CLITIC = /(?:-t)?-(?:moi|toi|vous|nous|tu|je|ils?|elles?|ce|leur)$/iu;

function pushWord(tokens: Token[], text: string, isGlued: boolean): void {
  if (!/['’-]/.test(text)) {
    tokens.push(wordToken(text, isGlued));
    return;
  }
  const elided = ELIDED.exec(text)?.[0] ?? '';
  const rest = text.slice(elided.length);
  const clitic = CLITIC.exec(rest)?.[0] ?? '';
  const parts = [elided, rest.slice(0, rest.length - clitic.length), clitic.replace(/^.*-/, '')];
  for (const [index, part] of parts.entries()) {
    if (part === '') continue;
    // What follows an elision stands right behind it: "d'hiver".
    tokens.push(wordToken(part, index === 1 && elided !== '' ? true : isGlued && index < 2));
  }
}

function wordToken(text: string, isGlued: boolean): Token {
  return { kind: 'word', text, key: foldWord(text), isGlued, isCapitalised: /^\p{Lu}/u.test(text) };
}

/** Tokens from `start` up to `end`, written out again. */
export function textOf(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .map(({ text, isGlued }, index) => (isGlued || index === 0 ? text : ` ${text}`))
    .join('');
}
