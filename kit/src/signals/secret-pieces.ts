import { foldWord } from '../../../src/language/lexicon/fold-word.ts';
import { type Found, matchAt, type Phrases } from './phrases.ts';
import type { Token } from './tokens.ts';

/** A piece of a text between two spaces, as the lists of cues are compared with it. */
export type Piece = Token & {
  /** Without the signs around it, but with what says that a value follows. */
  readonly bare: string;
  /** The first of its line. */
  readonly startsLine: boolean;
};

const CLAUSE_END = /[.,;!?]["'”)\]*_`]*$/;
/** "1." of a list ends nothing. */
const LIST_NUMBER = /^\d{1,2}[.)]$/;

export function pieceOf(text: string, startsLine = false): Piece {
  const bare = text.replace(/^[^\p{L}\p{N}=:>→-]+|[^\p{L}\p{N}=:>→]+$/gu, '');
  const named = bare.replace(/[^\p{L}\p{N}]*[:=]+$/u, '') || bare;
  // The lists have "code accès" for "code d'accès", and "accès" for "l'accès".
  const key = foldWord(named.replace(/^[cdjlmnst]['’]/iu, ''));
  // No cue goes on behind the end of a clause.
  const kind = CLAUSE_END.test(text) && !LIST_NUMBER.test(text) ? 'break' : 'word';
  return { kind, text, key, bare, startsLine, isGlued: false, isCapitalised: false };
}

/** Dashes, bars, marks of lists and the like. */
export function isSign({ text }: Piece): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

export function isClauseEnd(piece: Piece | undefined): boolean {
  return piece?.kind === 'break';
}

/** A cue, also as a part of one piece: `db_password`, `X-Api-Key:`, `WLAN-Passwort`. */
export function cueAt(cues: Phrases, pieces: readonly Piece[], at: number): Found | undefined {
  return matchAt(cues, pieces, at) ?? cueWithin(cues, pieces, at);
}

/** Of a name with several parts the last says what it names; where a value is assigned to it, any. */
function cueWithin(cues: Phrases, pieces: readonly Piece[], at: number): Found | undefined {
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
export function isAssigned(piece: Piece | undefined): boolean {
  return /[:=]$/.test(piece?.bare ?? '');
}

/** Where parts meet: signs ("8-pin" is one part), capitals, and the words that German and Dutch join to others. */
const BETWEEN_PARTS =
  /(?:(?<!\d)-|[^\p{L}\p{N}-])+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=(?:passwor[dt]|kennwort|wachtwoord|paswoord)\d*[:=]*$)/u;

function partsOf(bare: string): readonly Piece[] {
  const parts = bare.split(BETWEEN_PARTS).map((part) => part.replace(/\d+$/, ''));
  return parts.filter(Boolean).map((part) => pieceOf(part));
}
