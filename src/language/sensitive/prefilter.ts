import { ENTITY_NAME_MAX } from './decode-entities.ts';
import { isLookAlike } from './look-alikes.ts';
import { LETTERS_IN_A_ROW_MIN } from './readings.ts';

const NO_WORD = 0;
const HASH_START = 0x811c9dc5 | 0;

/** What a character adds to a word: 0 ends the word, -1 needs the full reading. Capitals have a bit of their own. */
const NEEDS_READING = -1;
const CAPITAL = 0x80;
/** The bit that letters have and digits do not. */
const LETTER = 0x40;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const DOLLAR = 0x24;
const AT = 0x40;
const PART_OF_WORD = Int16Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if ("'`%&@$".includes(char)) return NEEDS_READING;
  if (/[A-Z]/.test(char)) return char.toLowerCase().charCodeAt(0) | CAPITAL;
  return /[a-z0-9]/.test(char) ? code : 0;
});

/**
 * Whether a text can hold a phrase at all; most hold none, and this takes a fraction of reading them. True where a word
 * of the text may be the first of a phrase in any of its readings, and for text that is not plain ASCII words. Words
 * are compared by hash: a rare collision costs a reading and changes nothing.
 */
export function openPrefilter(table: Int32Array): (text: string) => boolean {
  const mask = table.length - 1;
  const has = (hash: number): boolean => {
    let bucket = hash & mask;
    while (table[bucket] !== NO_WORD) {
      if (table[bucket] === hash) return true;
      bucket = (bucket + 1) & mask;
    }
    return false;
  };

  return (text) => {
    let hash = HASH_START;
    // Of the characters behind the last capital that begins a word inside the word, and behind that or a digit's edge.
    let hashOfPart = NO_WORD;
    let hashOfPiece = NO_WORD;
    let last = 0;
    let letters = 0;
    // Of the word before.
    let end = -1;
    for (let at = 0; at <= text.length; at++) {
      const part = at === text.length ? 0 : (PART_OF_WORD[text.charCodeAt(at)] ?? NEEDS_READING);
      if (part > 0) {
        const isEdge = ((part ^ last) & LETTER) !== 0;
        if ((isEdge || part > CAPITAL) && hash !== HASH_START) {
          const isCapital = part > CAPITAL && beginsWord(text, at);
          if (isCapital || isEdge) {
            if (has(finished(hashOfPiece || hash)) || isMeantAsLetter(text, at, last)) return true;
            if (isCapital && has(finished(hashOfPart || hash))) return true;
            if (isCapital) hashOfPart = HASH_START;
            hashOfPiece = HASH_START;
          }
        }
        hash = addTo(hash, part & ~CAPITAL);
        if (hashOfPiece !== NO_WORD) {
          hashOfPiece = addTo(hashOfPiece, part & ~CAPITAL);
          if (hashOfPart !== NO_WORD) hashOfPart = addTo(hashOfPart, part & ~CAPITAL);
        }
        last = part;
        continue;
      }
      if (part === NEEDS_READING && !isPlainSign(text, at)) return true;
      const length = at - end - 1;
      end = at;
      if (length === 0) continue;
      if (has(finished(hash))) return true;
      if (hashOfPiece !== NO_WORD) {
        if (has(finished(hashOfPiece))) return true;
        if (hashOfPart !== NO_WORD && has(finished(hashOfPart))) return true;
      }
      letters = length > 1 ? 0 : letters + 1;
      if (letters === LETTERS_IN_A_ROW_MIN) return true;
      hash = HASH_START;
      hashOfPart = NO_WORD;
      hashOfPiece = NO_WORD;
    }
    return false;
  };
}

/** As in `k1ll` and `kiII`: behind a letter. */
function isMeantAsLetter(text: string, at: number, last: number): boolean {
  return (last & LETTER) !== 0 && isLookAlike(text, at);
}

/** As in `tokenize`, for a capital inside a word. */
function beginsWord(text: string, at: number): boolean {
  return isSmall(text.charCodeAt(at - 1)) || isSmall(text.charCodeAt(at + 1));
}

function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isPartOfWord(text: string, at: number): boolean {
  return at >= 0 && (PART_OF_WORD[text.charCodeAt(at)] ?? 0) > 0;
}

/** As in "50% off", "shoes & socks" and "$50": neither `%20`, `%u0020`, `&#39;` nor `&nbsp;`, nor a letter of `k$ll`. */
function isPlainSign(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  if (sign === AMPERSAND) return !beginsEntity(text, at + 1);
  if (sign === DOLLAR || sign === AT) return !(isPartOfWord(text, at - 1) && isLookAlike(text, at));
  if (sign !== PERCENT) return false;
  return !(isHexDigit(text, at + 1) || isU(text, at + 1)) || !isHexDigit(text, at + 2);
}

function beginsEntity(text: string, from: number): boolean {
  if (text[from] === '#') return true;
  let end = from;
  while (end - from < ENTITY_NAME_MAX && isPartOfWord(text, end)) end++;
  return end > from && text[end] === ';';
}

function isU(text: string, at: number): boolean {
  return (text.charCodeAt(at) | 0x20) === 0x75;
}

function isHexDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

/** The hashes of the first words of all phrases. */
export function buildPrefilter(firstWords: readonly string[]): Int32Array {
  const hashes = new Set(firstWords.map(hashOf));
  const size = 1 << Math.ceil(Math.log2(4 * hashes.size + 2));
  const table = new Int32Array(size);
  for (const hash of hashes) {
    let bucket = hash & (size - 1);
    while (table[bucket] !== NO_WORD) bucket = (bucket + 1) & (size - 1);
    table[bucket] = hash;
  }
  return table;
}

function addTo(hash: number, part: number): number {
  return Math.imul(hash ^ part, 0x01000193);
}

/** The low bits choose the bucket: mix the high ones in, and stay clear of the empty bucket's value. */
function finished(hash: number): number {
  return (hash ^ (hash >>> 15)) | 0 || 1;
}

/** Of a folded word; one that is not ASCII is never looked up. */
function hashOf(word: string): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = addTo(hash, word.charCodeAt(at));
  return finished(hash);
}
