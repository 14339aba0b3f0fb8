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

const TOKEN = new RegExp(
  [
    String.raw`(?<number>\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,'’]\d+)*(?:,-)?)`,
    String.raw`(?<word>\p{L}[\p{L}\p{N}\p{M}]*(?:['’\-&][\p{L}\p{N}\p{M}]+)*[+#]{0,2})`,
    String.raw`(?<currency>[$€£¥₹])`,
    String.raw`(?<break>[.,;:!?¿¡()\[\]{}"“”„«»\n…|])`,
    String.raw`(?<mark>[^\s])`,
  ].join('|'),
  'gu',
);

export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = -1;
  for (const match of text.matchAll(TOKEN)) {
    const isGlued = match.index === end;
    end = match.index + match[0].length;
    const groups = match.groups ?? {};
    if (groups.word !== undefined) pushWord(tokens, groups.word, isGlued);
    else tokens.push({ kind: kindOf(groups), ...plain(match[0]), isGlued });
  }
  return tokens;
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Token['kind'] {
  if (groups.number !== undefined) return 'number';
  if (groups.currency !== undefined) return 'currency';
  return groups.break === undefined ? 'mark' : 'break';
}

function plain(text: string) {
  return { text, key: text, isCapitalised: false };
}

/** French: `l'été`, `d'un`, `jusqu'à` are two words each, and so are `écris-moi`, `a-t-il`. */
const ELIDED = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu)['’](?=\p{L})/iu;
const CLITIC = /(?:-t)?-(?:moi|toi|vous|nous|tu|je|ils?|elles?|ce|leur)$/iu;

function pushWord(tokens: Token[], text: string, isGlued: boolean): void {
  const elided = ELIDED.exec(text)?.[0] ?? '';
  const rest = text.slice(elided.length);
  const clitic = CLITIC.exec(rest)?.[0] ?? '';
  const parts = [elided, rest.slice(0, rest.length - clitic.length), clitic.replace(/^.*-/, '')];
  for (const [index, part] of parts.entries()) {
    if (part === '') continue;
    tokens.push({
      kind: 'word',
      text: part,
      key: keyOf(part),
      isGlued: index === 0 || elided === '' ? isGlued && index < 2 : index === 1,
      isCapitalised: /^\p{Lu}/u.test(part),
    });
  }
}

export function keyOf(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '');
}

/** Tokens from `start` up to `end`, written out again. */
export function textOf(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .map(({ text, isGlued }, index) => (isGlued || index === 0 ? text : ` ${text}`))
    .join('');
}
