import type { Sense } from '../../../src/language/lexicon/lexicon.ts';
import type { Span } from './bounds.ts';
import type { Language } from './languages/language.ts';
import type { Token } from './tokens.ts';

/** A word, or the words of one phrase of the lexicon, and what it stands for: "monitor lizard" is no monitor. */
export type Unit = Span & { readonly senses: readonly Sense[] };

/** The longest phrase of a lexicon. */
const WORDS_MAX = 4;

/** For each token the unit that it is in, if the lexicon knows any. */
export function readUnits(
  tokens: readonly Token[],
  language: Language,
): readonly (Unit | undefined)[] {
  const units: (Unit | undefined)[] = [];
  for (let at = 0; at < tokens.length; ) {
    const unit = unitAt(tokens, at, language);
    const end = unit?.end ?? at + 1;
    for (; at < end; at++) units.push(unit);
  }
  return units;
}

function unitAt(tokens: readonly Token[], start: number, language: Language): Unit | undefined {
  const key = tokens[start]?.key ?? '';
  if (tokens[start]?.kind !== 'word' && tokens[start]?.kind !== 'number') return undefined;
  const longest = Math.min(WORDS_MAX, language.lexicon.phraseWordsFrom(firstPart(key)));
  for (let end = Math.min(tokens.length, start + longest); end > start + 1; end--) {
    const row = tokens.slice(start, end);
    if (!row.every(({ kind }) => kind === 'word' || kind === 'number')) continue;
    const senses = language.lexicon.sensesOf(row.map((token) => token.key).join('-'));
    if (senses !== undefined) return { start, end, senses };
  }
  const senses = language.sensesOfWord(key);
  return senses === undefined ? undefined : { start, end: start + 1, senses };
}

/** "bean-to-cup machine" begins with "bean". */
function firstPart(key: string): string {
  const dash = key.indexOf('-');
  return dash === -1 ? key : key.slice(0, dash);
}

export function isPhrase({ start, end }: Unit): boolean {
  return end - start > 1;
}
