/** Strangers' texts and addresses, made fit to be shown. */

/** Control characters, and those that turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** One line without unseen characters, cut to a length; null where nothing is left. */
export function safeText(value: unknown, lengthMax: number): string | null {
  if (typeof value !== 'string') return null;
  // Cut before the work as well: the rest of a huge text is never looked at.
  const line = value
    .slice(0, lengthMax * 4)
    .replace(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return null;
  const characters = [...line];
  if (characters.length <= lengthMax) return line;
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`;
}

const URL_LENGTH_MAX = 4096;

/** An http or https address as its parser writes it; null for anything else. */
export function safeUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > URL_LENGTH_MAX) return null;
  try {
    const { protocol, href, username } = new URL(value);
    return (protocol === 'https:' || protocol === 'http:') && username === '' ? href : null;
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first items of a list; nothing of what is no list. */
export function listOf(value: unknown, itemsMax: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, itemsMax) : [];
}

export function numberIn(value: unknown, minimum: number, maximum: number): number | null {
  return typeof value === 'number' && value >= minimum && value <= maximum ? value : null;
}
