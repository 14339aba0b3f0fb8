import { findJsonFault } from './json-fault.ts';

/**
 * The deepest nesting that a document may have. The parser has no limit of its own. Serialising the value for a
 * partner recurses, and overflows the stack beyond about twenty thousand levels.
 */
export const NESTING_LEVELS_MAX = 1000;

export type Parsed =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly reason: string };

export function parseJson(text: string): Parsed {
  if (isTooDeep(text)) {
    return { kind: 'fault', reason: `nested deeper than ${NESTING_LEVELS_MAX} levels` };
  }
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'fault', reason: findJsonFault(text) };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isTooDeep(text: string): boolean {
  // Each level takes two characters, so a short text cannot be too deep.
  if (text.length <= NESTING_LEVELS_MAX * 2) return false;
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (isInString) {
      if (c === BACKSLASH) i++;
      else if (c === QUOTE) isInString = false;
    } else if (c === QUOTE) isInString = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > NESTING_LEVELS_MAX) return true;
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return false;
}
