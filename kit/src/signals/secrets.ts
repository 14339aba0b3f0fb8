import secrets from '../../../src/language/cues/secrets.json';
import { foldWord } from '../../../src/language/lexicon/fold-word.ts';
import { isCurrency } from './amounts.ts';
import { matchAt, type Phrases, phrases, type Span, words } from './phrases.ts';
import { withoutForms } from './secret-forms.ts';
import { STRUCK_OUT, type Token } from './tokens.ts';

const CREDENTIALS = phrases(secrets.phrases.credentials);
const PHRASE_NAMES = words(secrets.words.phraseNames);
const ABOUT_SECRETS = words(secrets.words.aboutSecrets);
const NO_VALUES = words([...secrets.words.aboutSecrets, ...secrets.words.noValues]);
const NUMBERED = phrases(secrets.phrases.numbered);
const COPULAS = words(secrets.words.copulas);
const AS = words(secrets.words.as);
const CHANGES = words(secrets.words.changes);
const TARGETS = words(secrets.words.targets);
const POSSESSIVES = words(secrets.words.possessives);
const CONJUNCTIONS = words(secrets.words.conjunctions);
const BEGINNINGS = words(secrets.words.beginnings);

/**
 * Ruling 67: takes out of a text, before it is read, what opens an account or stands for a person: keys, tokens,
 * passwords, and numbers of cards, accounts, documents and telephones. By their form, and by the words beside them.
 */
export function withoutSecrets(text: string): string {
  // The cells of a table are pieces, also without spaces between them.
  const chunks =
    withoutForms(text)
      .replaceAll('|', ' | ')
      .match(/\S+|\s+/g) ?? [];
  const indexes = chunks.flatMap((chunk, at) => (/\S/.test(chunk) ? [at] : []));
  const pieces = indexes.map((at) =>
    pieceOf(chunks[at] ?? '', chunks[at - 1]?.includes('\n') === true),
  );
  const secret = new Set<number>();
  eachCue(CREDENTIALS, pieces, (cue) => {
    for (const at of valuesOf(pieces, cue)) secret.add(at);
  });
  eachCue(NUMBERED, pieces, ({ start, end }) => {
    // A cue can stand around the number: "unter 234567 erreichbar".
    for (let at = start; at < Math.min(pieces.length, end + NUMBER_WORDS_MAX); at++) {
      if (isNumbered(pieces, at)) secret.add(at);
    }
  });
  indexes.forEach((index, at) => {
    if (secret.has(at)) chunks[index] = STRUCK_OUT;
  });
  return chunks.join('');
}

function eachCue(cues: Phrases, pieces: readonly Piece[], found: (cue: Span) => void): void {
  for (let at = 0; at < pieces.length; at++) {
    const cue = cueAt(cues, pieces, at);
    if (cue !== undefined) found(cue);
  }
}

const NUMBER_WORDS_MAX = 5;

/** As long as a number of a document, and no price. */
function isNumbered(pieces: readonly Piece[], at: number): boolean {
  const { text = '' } = pieces[at] ?? {};
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '');
  const isPrice = /[$€£¥%]/.test(text) || isMoney(pieces[at - 1]) || isMoney(pieces[at + 1]);
  return bare.length >= 4 && /\d.*\d.*\d/.test(bare) && !isPrice;
}

function isMoney(piece: Piece | undefined): boolean {
  return isCurrency(piece?.key || (piece?.text ?? ''));
}

/** How far behind "password" its value may begin: "the password for my router is". */
const BEFORE_VALUE_MAX = 5;
/** How many words a passphrase has at most: the longest phrases for wallets have 24. */
const VALUE_WORDS_MAX = 24;

/** Where the value of a password stands, or what may be one. */
function valuesOf(pieces: readonly Piece[], cue: Span): readonly number[] {
  return [...valueBefore(pieces, cue), ...valueAfter(pieces, cue)];
}

/** "password is …", "password: …", "password …". */
function valueAfter(pieces: readonly Piece[], cue: Span): readonly number[] {
  const { end } = cue;
  const last = Math.min(pieces.length, end + BEFORE_VALUE_MAX);
  for (let at = end - 1; at < last; at++) {
    if (isStated(pieces, cue, at)) return clauseFrom(pieces, at + 1);
    if (isClauseEnd(pieces[at])) break;
  }
  const next = behindSigns(pieces, end);
  const isValue =
    pieces[next] !== undefined &&
    !NO_VALUES.has(pieces[next].key) &&
    !isClauseEnd(pieces[end - 1]) &&
    !isNextThought(pieces, next);
  if (isValue && PHRASE_NAMES.has(pieces[end - 1]?.key ?? '')) return clauseFrom(pieces, next);
  const odd = Array.from({ length: last - end }, (_, index) => end + index).filter((at) =>
    isOdd(pieces[at]?.text ?? ''),
  );
  return isValue ? [next, ...odd] : odd;
}

function behindSigns(pieces: readonly Piece[], start: number): number {
  let at = start;
  for (let piece = pieces[at]; piece !== undefined && isSign(piece); piece = pieces[at]) at++;
  return at;
}

/** Whether the value begins behind this piece. */
function isStated(pieces: readonly Piece[], cue: Span, at: number): boolean {
  const piece = pieces[at];
  if (piece === undefined || isAssigned(piece)) return piece !== undefined;
  if (at < cue.end) return false;
  if (COPULAS.has(piece.key)) return true;
  // A table; but "password manager | laptop stand" tells no password.
  if (/^\|+$/.test(piece.text)) return !ABOUT_SECRETS.has(pieces[cue.end]?.key ?? '');
  if (at > cue.end) return false;
  const next = pieces[at + 1]?.key ?? '';
  if (/^[-–—―]+$/.test(piece.text)) return !BEGINNINGS.has(next);
  return TARGETS.has(piece.key) && !POSSESSIVES.has(next) && isChanged(pieces, cue);
}

/** How far from "password" it may be said that it changes. */
const CHANGE_WORDS_MAX = 6;

/** "change my password to …", "mein Passwort auf … geändert". */
function isChanged(pieces: readonly Piece[], { start, end }: Span): boolean {
  const near = pieces.slice(Math.max(0, start - CHANGE_WORDS_MAX), end + CHANGE_WORDS_MAX);
  return near.some(({ key }) => CHANGES.has(key));
}

/** "hunter2 is my password", "lamp is the wifi password", "hunter2 as password". */
function valueBefore(pieces: readonly Piece[], cue: Span): readonly number[] {
  const copula = copulaBefore(pieces, cue);
  const values: number[] = [];
  for (let at = copula - 1; at >= Math.max(0, copula - VALUE_WORDS_MAX); at--) {
    if (isClauseEnd(pieces[at])) break;
    values.push(at);
  }
  return values;
}

/** "is *my new wifi* password". */
const BETWEEN_WORDS_MAX = 2;

/** Where it is said that something is a password, or -1; but not "the laptop is password protected". */
function copulaBefore(pieces: readonly Piece[], { start, end }: Span): number {
  const keyAt = (at: number) => pieces[at]?.key ?? '';
  // "which is the best password manager"
  const between = ABOUT_SECRETS.has(keyAt(end)) ? 0 : BETWEEN_WORDS_MAX;
  for (let at = start - 1; at >= start - 1 - between; at--) {
    if (isClauseEnd(pieces[at])) break;
    if (AS.has(keyAt(at))) return at;
    if (POSSESSIVES.has(keyAt(at)) && COPULAS.has(keyAt(at - 1))) return at - 1;
  }
  return -1;
}

function clauseFrom(pieces: readonly Piece[], start: number): readonly number[] {
  const values: number[] = [];
  for (let at = start; at < pieces.length && values.length < VALUE_WORDS_MAX; at++) {
    const piece = pieces[at];
    if (piece === undefined || isSign(piece)) continue;
    if (values.length > 0 && isNextThought(pieces, at)) break;
    values.push(at);
    if (isClauseEnd(piece)) break;
  }
  // "my password is not working"
  const isReport =
    values.length <= REPORT_WORDS_MAX && NO_VALUES.has(pieces[values[0] ?? -1]?.key ?? '');
  return isReport ? [] : values;
}

const REPORT_WORDS_MAX = 2;

/** "and I need", or a line that begins with "I need"; but a line with one word goes on with a phrase. */
function isNextThought(pieces: readonly Piece[], at: number): boolean {
  const [piece, next] = [pieces[at], pieces[at + 1]];
  if (CONJUNCTIONS.has(piece?.key ?? '')) return BEGINNINGS.has(next?.key ?? '');
  return piece?.startsLine === true && next?.startsLine === false && BEGINNINGS.has(piece.key);
}

/** Letters and digits in one, or digits alone, and no price. */
function isOdd(text: string): boolean {
  return /\d/.test(text) && !/[$€£¥%]/.test(text) && (/\p{L}/u.test(text) || /\d{4}/.test(text));
}

/** A piece of a text between two spaces, as the lists of cues are compared with it. */
type Piece = Token & {
  /** Without the signs around it, but with what says that a value follows. */
  readonly bare: string;
  /** The first of its line. */
  readonly startsLine: boolean;
};

const CLAUSE_END = /[.,;!?]["'”)\]*_`]*$/;
/** "1." of a list ends nothing. */
const LIST_NUMBER = /^\d{1,2}[.)]$/;

function pieceOf(text: string, startsLine = false): Piece {
  const bare = text.replace(/^[^\p{L}\p{N}=:>→-]+|[^\p{L}\p{N}=:>→]+$/gu, '');
  const named = bare.replace(/[^\p{L}\p{N}]*[:=]+$/u, '') || bare;
  // The lists have "code accès" for "code d'accès", and "accès" for "l'accès".
  const key = foldWord(named.replace(/^[cdjlmnst]['’]/iu, ''));
  // No cue goes on behind the end of a clause.
  const kind = CLAUSE_END.test(text) && !LIST_NUMBER.test(text) ? 'break' : 'word';
  return { kind, text, key, bare, startsLine, isGlued: false, isCapitalised: false };
}

/** Dashes, bars, marks of lists and the like. */
function isSign({ text }: Piece): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

function isClauseEnd(piece: Piece | undefined): boolean {
  return piece?.kind === 'break';
}

/** A cue, also as a part of one piece: `db_password`, `X-Api-Key:`, `WLAN-Passwort`. */
function cueAt(cues: Phrases, pieces: readonly Piece[], at: number): Span | undefined {
  return matchAt(cues, pieces, at) ?? cueWithin(cues, pieces, at);
}

/** Of a name with several parts the last says what it names; where a value is assigned to it, any. */
function cueWithin(cues: Phrases, pieces: readonly Piece[], at: number): Span | undefined {
  const { bare = '', key = '' } = pieces[at] ?? {};
  if (!BETWEEN_PARTS.test(bare) && !/\d/.test(bare)) return undefined;
  const parts = partsOf(bare);
  if (parts.length < 2 && parts[0]?.key === key) return undefined;
  const isNamed = parts.some((_, from) => {
    const cue = matchAt(cues, parts, from);
    return cue !== undefined && (cue.end === parts.length || isAssigned(pieces[at]));
  });
  return isNamed ? { start: at, end: at + 1 } : undefined;
}

/** "password:" */
function isAssigned(piece: Piece | undefined): boolean {
  return /[:=]$/.test(piece?.bare ?? '');
}

/** Where parts meet: signs ("8-pin" is one part), capitals, and the words that German and Dutch join to others. */
const BETWEEN_PARTS =
  /(?:(?<!\d)-|[^\p{L}\p{N}-])+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=(?:passwor[dt]|kennwort|wachtwoord|paswoord)\d*[:=]*$)/u;

function partsOf(bare: string): readonly Piece[] {
  const parts = bare.split(BETWEEN_PARTS).map((part) => part.replace(/\d+$/, ''));
  return parts.filter(Boolean).map((part) => pieceOf(part));
}
