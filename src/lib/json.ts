import { findJsonFault } from './json-fault.ts';

/** Levels of nesting of a document. Beyond about twenty thousand, serialising it for a partner overflows the stack. */
export const NESTING_LEVELS_MAX = 1000;

/** The JSON values that a document may have: a parsed `[]` takes many times the memory of its two bytes (ruling 72). */
export const JSON_VALUES_MAX = 50_000;

type Parsed =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly reason: string }
  /** Nothing was parsed. */
  | { readonly kind: 'too-many-values'; readonly reason: string };

export function parseJson(text: string, valuesMax: number = JSON_VALUES_MAX): Parsed {
  const excess = findExcess(text, valuesMax);
  if (excess === 'levels') {
    return { kind: 'fault', reason: `nested deeper than ${NESTING_LEVELS_MAX} levels` };
  }
  if (excess === 'values') {
    const reason = `expected at most ${valuesMax} JSON values, but there are more`;
    return { kind: 'too-many-values', reason };
  }
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'fault', reason: findJsonFault(text) };
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Whether the text is nested too deep, or has too many values; by its structure alone, whatever else is wrong with it. */
function findExcess(text: string, valuesMax: number): 'levels' | 'values' | undefined {
  // Each level takes two characters, and so does each value but the last: a short text has neither too many.
  if (text.length <= NESTING_LEVELS_MAX * 2 && text.length < valuesMax * 2) return undefined;
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) {
      i = stringEnd(text, i);
    } else if (c === COMMA) {
      if (++values > valuesMax) return 'values';
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > NESTING_LEVELS_MAX) return 'levels';
      // The first value inside, which has no comma before it.
      if (!isEmptyFrom(text, i + 1) && ++values > valuesMax) return 'values';
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return undefined;
}

/** The closing quote of the string that opens here, or the end of the text. */
function stringEnd(text: string, from: number): number {
  let i = from + 1;
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) return i;
    if (c === BACKSLASH) i++;
  }
  return i;
}

/** Whether an object or array closes here, but for white space. */
function isEmptyFrom(text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 0x20) return c === 0x7d || c === 0x5d;
  }
  return true;
}
