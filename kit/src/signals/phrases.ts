import { foldWord } from '../../../src/language/lexicon/fold-word.ts';
import type { Token } from './tokens.ts';

/**
 * Phrases as the files of words write them, separated by commas. A slash separates
 * alternatives for one word, and `*` stands for up to `GAP_MAX` words: `which * should i buy/get`.
 */
export type Phrases = ReadonlyMap<string, readonly Pattern[]>;
type Pattern = readonly ReadonlySet<string>[];

/** Tokens from `start` up to `end`. */
export type Span = { readonly start: number; readonly end: number };

const GAP_MAX = 4;
const GAP: ReadonlySet<string> = new Set(['*']);

/** A list as the files of words have it. */
export type Lines = readonly string[];

export function phrases(lines: Lines): Phrases {
  const byFirst = new Map<string, Pattern[]>();
  for (const phrase of lines.flatMap((line) => line.split(','))) {
    const words = phrase.trim().split(/\s+/).filter(Boolean);
    if (words.length === 0) continue;
    const pattern = words.map((word) =>
      word === '*' ? GAP : new Set(word.split('/').map(foldWord)),
    );
    for (const first of pattern[0] ?? []) {
      byFirst.set(first, [...(byFirst.get(first) ?? []), pattern]);
    }
  }
  return byFirst;
}

export function words(lines: Lines): ReadonlySet<string> {
  return new Set(
    lines
      .flatMap((line) => line.split(' '))
      .filter(Boolean)
      .map(foldWord),
  );
}

/** The longest of the phrases that begins at `start`. */
export function matchAt(all: Phrases, tokens: readonly Token[], start: number): Span | undefined {
  let end = -1;
  for (const pattern of all.get(tokens[start]?.key ?? '') ?? []) {
    end = Math.max(end, endOf(pattern, 0, tokens, start));
  }
  return end === -1 ? undefined : { start, end };
}

/** The longest of the phrases that ends right before `end`, for cues that stand before a number. */
export function matchBefore(all: Phrases, tokens: readonly Token[], end: number): Span | undefined {
  for (let start = Math.max(0, end - PHRASE_WORDS_MAX); start < end; start++) {
    const patterns = all.get(tokens[start]?.key ?? '') ?? [];
    if (patterns.some((pattern) => endOf(pattern, 0, tokens, start) === end)) return { start, end };
  }
  return undefined;
}

const PHRASE_WORDS_MAX = 8;

export function matchAll(all: Phrases, tokens: readonly Token[]): readonly Span[] {
  const found: Span[] = [];
  for (let at = 0; at < tokens.length; ) {
    const match = matchAt(all, tokens, at);
    if (match !== undefined) found.push(match);
    at = match?.end ?? at + 1;
  }
  return found;
}

function endOf(pattern: Pattern, from: number, tokens: readonly Token[], start: number): number {
  let at = start;
  for (let index = from; index < pattern.length; index++) {
    const wanted = pattern[index];
    if (wanted === GAP) return endAfterGap(pattern, index + 1, tokens, at);
    const token = tokens[at];
    if (token === undefined || !wanted?.has(token.key)) return -1;
    at++;
  }
  return at;
}

function endAfterGap(pattern: Pattern, from: number, tokens: readonly Token[], at: number): number {
  // Where words keep their signs, a clause may end with the word before the gap.
  if (tokens[at - 1]?.kind === 'break') return -1;
  for (let skipped = 0; skipped <= GAP_MAX; skipped++) {
    const end = endOf(pattern, from, tokens, at + skipped);
    if (end !== -1) return end;
    const kind = tokens[at + skipped]?.kind;
    if (kind === undefined || kind === 'break') return -1;
  }
  return -1;
}
