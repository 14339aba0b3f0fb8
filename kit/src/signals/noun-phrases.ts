import type { Sense } from '../../../src/language/lexicon/lexicon.ts';
import { SUBJECTS } from '../../../src/language/lexicon/subjects.ts';
import { keywordOf, phraseText } from './keywords.ts';
import { type Language, topicOfSenses } from './language.ts';
import { isModelNumber, isVariant, withPrefix } from './names.ts';
import { matchAll, type Span } from './phrases.ts';
import { KEYWORD_WORDS_MAX } from './signals.ts';
import { type Token, textOf } from './tokens.ts';

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

const GAP_MAX = 2;

/** Where "than" stands behind a comparative: "smarter than", "más barato que". Not before a price. */
export function comparativeAt(tokens: readonly Token[], than: number, language: Language): boolean {
  if (!language.comparing.than.has(tokens[than]?.key ?? '')) return false;
  const kind = tokens[than + 1]?.kind;
  if (kind !== 'word' && kind !== 'mark') return false;
  // "a rowing trainer then": a thing that ends like a comparative is none.
  if (language.topicOfWord(tokens[than - 1]?.key ?? '') !== undefined) return false;
  if (
    language.numberOf.has(tokens[than + 1]?.key ?? '') &&
    language.stop.has(tokens[than + 2]?.key ?? '')
  )
    return false;
  if (language.head === 'last' && /..er$/.test(tokens[than - 1]?.key ?? '')) return true;
  for (let at = than - 1; at >= Math.max(0, than - 1 - GAP_MAX); at--) {
    if (tokens[at]?.kind !== 'word') return false;
    if (language.comparatives.has(tokens[at]?.key ?? '')) return true;
  }
  return false;
}

export function findComparative(tokens: readonly Token[], language: Language): string | undefined {
  const than = tokens.findIndex((_, at) => comparativeAt(tokens, at, language));
  return than === -1 ? undefined : textOf(tokens, Math.max(0, than - 1), than + 1);
}

/** A row of words that may name a thing. */
export type NounPhrase = Span & {
  readonly text: string;
  /** The words of it that may leave: see `keywordOf`. */
  readonly keyword: string | undefined;
  /** The word that names the thing. */
  readonly head: string;
  /** What is sold under that name, if anything is known to be. */
  readonly topic: string | undefined;
  readonly wordCount: number;
  /** What the word that names the thing stands for, and where it is. */
  readonly unit: Unit | undefined;
};

/** What a message is made of. */
export type Text = {
  readonly tokens: readonly Token[];
  readonly units: readonly (Unit | undefined)[];
  readonly language: Language;
};

/** Of one message; the last are kept. */
const NOUN_PHRASES_MAX = 100;

export function findNounPhrases(
  text: Text,
  taken: readonly Span[],
  isPrivate: ReadonlySet<number>,
): readonly NounPhrase[] {
  const { tokens, units, language } = text;
  const isTaken = new Set(isPrivate);
  for (const { start, end } of [...taken, ...matchAll(language.idioms, tokens)]) {
    for (let at = start; at < end; at++) isTaken.add(at);
  }
  // "toddler *refuses*" is no name of a thing.
  const isTrouble = (at: number) =>
    at > 0 && units[at] === undefined && language.trouble.has(tokens[at]?.key ?? '');
  const isContent = (at: number) =>
    !isTaken.has(at) &&
    !isTrouble(at) &&
    (isContentWord(tokens[at], language) || isInPhrase(units[at])) &&
    !comparativeAt(tokens, at + 1, language);
  const found: NounPhrase[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!isContent(at)) continue;
    const end = endOfRun(tokens, at, language, isContent, isTaken);
    found.push(...phrasesOf(text, { start: at, end }));
    at = end;
  }
  return found.slice(-NOUN_PHRASES_MAX);
}

/** "bean *to* cup" */
function isInPhrase(unit: Unit | undefined): boolean {
  return (
    unit !== undefined &&
    isPhrase(unit) &&
    unit.senses.some(({ subject }) => SUBJECTS[subject]?.topic !== undefined)
  );
}

function isContentWord(token: Token | undefined, language: Language): boolean {
  if (token?.kind !== 'word' || token.key.length < 2 || language.stop.has(token.key)) return false;
  return !language.units.has(token.key) || language.topicOfWord(token.key) !== undefined;
}

function endOfRun(
  tokens: readonly Token[],
  start: number,
  language: Language,
  isContent: (at: number) => boolean,
  isTaken: ReadonlySet<number>,
): number {
  let end = start + 1;
  for (; end < tokens.length; end++) {
    if (isContent(end)) continue;
    if (/^vitamin$/.test(tokens[end - 1]?.key ?? '') && isVariant(tokens[end])) continue;
    if (isJoiner(tokens, end, language) && isContent(end + 1)) continue;
    if (isModelNumber(tokens, end, language) && !isTaken.has(end)) continue;
    break;
  }
  return end;
}

/** "machine à café", but not "hôtel à Lyon"; "zapatillas para correr", but not "regalo para mamá". */
function isJoiner(tokens: readonly Token[], at: number, { joiners }: Language): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token?.kind !== 'word' || next === undefined || next.isCapitalised) return false;
  // "notebook dá erro" has a verb.
  if (token.text.toLowerCase() === 'dá') return false;
  return joiners.has(token.key) && (!/^(?:para|pra)$/.test(token.key) || /[aei]r$/.test(next.key));
}

function phrasesOf(text: Text, run: Span): readonly NounPhrase[] {
  const { tokens, language } = text;
  const words = Array.from({ length: run.end - run.start }, (_, index) => run.start + index);
  const things = words.filter((at) => topicAt(text, at, run) !== undefined);
  const spans =
    things.length === 0 ? [cut(run, tokens, language)] : spansOf(run, things, tokens, language);
  return spans.map((span) => describe(text, span)).filter((phrase) => phrase.text !== '');
}

/** The topic of the thing that a word names, alone or as the main word of a phrase: "credit card". */
function topicAt({ tokens, units, language }: Text, at: number, run: Span): string | undefined {
  const unit = units[at];
  if (unit === undefined) return undefined;
  const isFirstHead = language.head === 'first';
  if (isPhrase(unit)) {
    const isMain = at === (isFirstHead ? unit.start : unit.end - 1);
    const isInside = unit.start >= run.start && unit.end <= run.end;
    return isMain && isInside ? topicOfSenses(unit.senses) : undefined;
  }
  const isAlone = at === (isFirstHead ? run.end - 1 : run.start);
  const isPart = isAlone && language.parts.has(tokens[at]?.key ?? '');
  return isPart ? undefined : topicOfSenses(unit.senses);
}

/** Where a known thing is named, the phrase ends (or begins) with it. */
function spansOf(
  run: Span,
  things: readonly number[],
  tokens: readonly Token[],
  language: Language,
): readonly Span[] {
  const [first = run.start, last = first] = [things[0], things.at(-1)];
  if (language.head === 'first') {
    const start = isNamePart(tokens, run.start, first) ? run.start : first;
    return [cut({ start, end: run.end }, tokens, language)];
  }
  // "vacuum cleaner pet hair": what follows the thing is something else.
  let end = last + 1;
  while (end < run.end && isVariant(tokens[end])) end++;
  return [cut({ start: run.start, end }, tokens, language)];
}

function isNamePart(tokens: readonly Token[], start: number, first: number): boolean {
  return (
    first > start && tokens[start]?.isCapitalised === true && tokens[first]?.isCapitalised === true
  );
}

function cut({ start, end }: Span, tokens: readonly Token[], { head, joiners }: Language): Span {
  if (head === 'last') return { start: Math.max(start, end - KEYWORD_WORDS_MAX), end };
  let cutEnd = Math.min(end, start + KEYWORD_WORDS_MAX);
  while (cutEnd > start + 1 && joiners.has(tokens[cutEnd - 1]?.key ?? '')) cutEnd--;
  return { start, end: cutEnd };
}

function describe(text: Text, span: Span): NounPhrase {
  const { tokens, units, language } = text;
  const start = withPrefix(tokens, span.start);
  const inside = Array.from({ length: span.end - span.start }, (_, index) => span.start + index);
  const isKnown = (at: number) => topicAt(text, at, span) !== undefined;
  const named = language.head === 'first' ? inside.find(isKnown) : inside.findLast(isKnown);
  const head = named ?? (language.head === 'first' ? span.start : span.end - 1);
  return {
    start,
    end: span.end,
    text: phraseText(tokens, { start, end: span.end }),
    keyword: keywordOf(text, span, head),
    head: tokens[head]?.key ?? '',
    topic: topicAt(text, head, span),
    wordCount: inside.length,
    unit: units[head],
  };
}
