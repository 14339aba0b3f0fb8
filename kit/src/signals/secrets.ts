import { foldWord } from '../../../src/lexicon/fold-word.ts';
import { isCurrency } from './amounts.ts';
import { type Found, matchAt, type Phrases } from './phrases.ts';
import {
  BEGINNINGS,
  CONJUNCTIONS,
  COPULAS,
  CREDENTIALS,
  NO_VALUES,
  NUMBERED,
  POSSESSIVES,
} from './secret-cues.ts';
import { withoutForms } from './secret-forms.ts';
import { STRUCK_OUT, type Token } from './tokens.ts';

/**
 * Ruling 67: takes out of a text, before it is read, what opens an account or stands for a person: keys, tokens,
 * passwords, and numbers of cards, accounts, documents and telephones. By their form, and by the words beside them.
 */
export function withoutSecrets(text: string): string {
  const chunks = withoutForms(text).match(/\S+|\s+/g) ?? [];
  const indexes = chunks.flatMap((chunk, at) => (/\S/.test(chunk) ? [at] : []));
  const words = indexes.map((at) => wordOf(chunks[at] ?? ''));
  const secret = new Set<number>();
  eachCue(CREDENTIALS, words, (cue) => {
    for (const at of valuesOf(words, cue)) secret.add(at);
  });
  eachCue(NUMBERED, words, ({ start, end }) => {
    // A cue can stand around the number: "unter 234567 erreichbar".
    for (let at = start; at < Math.min(words.length, end + NUMBER_WORDS_MAX); at++) {
      if (isNumbered(words, at)) secret.add(at);
    }
  });
  indexes.forEach((index, at) => {
    if (secret.has(at)) chunks[index] = STRUCK_OUT;
  });
  return chunks.join('');
}

/** Without the signs around it, as the lists have it. */
function wordOf(text: string): Token {
  const bare = text.replace(/^[^\p{L}\p{N}=:>→-]+|[^\p{L}\p{N}=:>→]+$/gu, '');
  const key = foldWord(bare.replace(/[:=]+$/, '') || bare).replace(/^[cdjlmnst]['’]/u, '');
  // No cue goes on behind the end of a clause.
  const kind = CLAUSE_END.test(text) ? 'break' : 'word';
  return { kind, text, key, isGlued: false, isCapitalised: false };
}

function eachCue(cues: Phrases, words: readonly Token[], found: (cue: Found) => void): void {
  for (let at = 0; at < words.length; at++) {
    const cue = matchAt(cues, words, at);
    if (cue !== undefined) found(cue);
  }
}

/** How far behind "password" its value may begin: "the password for my router is". */
const BEFORE_VALUE_MAX = 5;
/** How many words a passphrase has at most. */
const VALUE_WORDS_MAX = 8;
const NUMBER_WORDS_MAX = 5;

function valuesOf(words: readonly Token[], { start, end }: Found): readonly number[] {
  return [...valueBefore(words, start), ...valueAfter(words, end)];
}

/** "password is …", "password: …", "password …". */
function valueAfter(words: readonly Token[], end: number): readonly number[] {
  const last = Math.min(words.length, end + BEFORE_VALUE_MAX);
  for (let at = end - 1; at < last; at++) {
    const isStated = at >= end && COPULAS.has(words[at]?.key ?? '');
    if (isStated || /[:=]$/.test(words[at]?.text ?? '')) return clauseFrom(words, at + 1);
    if (isClauseEnd(words[at])) break;
  }
  const odd = Array.from({ length: last - end }, (_, index) => end + index).filter((at) =>
    isOdd(words[at]?.text ?? ''),
  );
  const next = words[end];
  const isValue = next !== undefined && !NO_VALUES.has(next.key) && !isClauseEnd(words[end - 1]);
  return isValue ? [end, ...odd] : odd;
}

/** "hunter2 is my password", "hunter2 as password"; but not "the laptop is password protected". */
function valueBefore(words: readonly Token[], start: number): readonly number[] {
  const isOwned = POSSESSIVES.has(words[start - 1]?.key ?? '');
  const copula = isOwned ? start - 2 : start - 1;
  const key = words[copula]?.key ?? '';
  if (!COPULAS.has(key) || !(isOwned || /^(?:as|als|comme|como)$/.test(key))) return [];
  const values: number[] = [];
  for (let at = copula - 1; at >= Math.max(0, copula - VALUE_WORDS_MAX); at--) {
    if (isClauseEnd(words[at])) break;
    values.push(at);
  }
  return values;
}

function clauseFrom(words: readonly Token[], start: number): readonly number[] {
  const values: number[] = [];
  for (let at = start; at < Math.min(words.length, start + VALUE_WORDS_MAX); at++) {
    if (at > start && isNextThought(words, at)) break;
    values.push(at);
    if (isClauseEnd(words[at])) break;
  }
  // "my password is not working"
  const isReport = values.length <= REPORT_WORDS_MAX && NO_VALUES.has(words[start]?.key ?? '');
  return isReport ? [] : values;
}

const REPORT_WORDS_MAX = 2;

function isNextThought(words: readonly Token[], at: number): boolean {
  return CONJUNCTIONS.has(words[at]?.key ?? '') && BEGINNINGS.has(words[at + 1]?.key ?? '');
}

const CLAUSE_END = /[.,;!?]["')\]]?$/;

function isClauseEnd(word: Token | undefined): boolean {
  return word?.kind === 'break';
}

/** Letters and digits in one, or digits alone, and no price. */
function isOdd(text: string): boolean {
  return /\d/.test(text) && !/[$€£¥%]/.test(text) && (/\p{L}/u.test(text) || /\d{4}/.test(text));
}

/** As long as a number of a document, and no price. */
function isNumbered(words: readonly Token[], at: number): boolean {
  const { text = '' } = words[at] ?? {};
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '');
  const isPrice = /[$€£¥%]/.test(text) || isMoney(words[at - 1]) || isMoney(words[at + 1]);
  return bare.length >= 4 && /\d.*\d.*\d/.test(bare) && !isPrice;
}

function isMoney(word: Token | undefined): boolean {
  return isCurrency(word?.key || (word?.text ?? ''));
}
