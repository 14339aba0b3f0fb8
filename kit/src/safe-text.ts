/** Strangers' texts and addresses, made fit to be shown. */

/** Control characters, those that turn the direction of the text around them, and those without a shape. */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]+/gu;
/** What leaves nothing to see where it stands alone; some of it shapes the letters beside it. */
const SHAPELESS = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u{1d159}]/gu;

/** One line without unseen characters, cut to a length; null where there is nothing to see. */
export function safeText(value: unknown, lengthMax: number): string | null {
  if (typeof value !== 'string') return null;
  // Cut before the work as well: the rest of a huge text is never looked at.
  const line = value
    .slice(0, lengthMax * 4)
    .replace(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.replace(SHAPELESS, '') === '') return null;
  const characters = [...line];
  if (characters.length <= lengthMax) return line;
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`;
}

const URL_LENGTH_MAX = 4096;
/** Two slashes, and no user before the host: `https://bank.example@evil.example/` leads to the second. */
const PLAIN_START = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;
/** What a parser would repair, a person would misread, or a page would take for markup. */
const MISLEADING = /[\\"<>`\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** An http or https address as its parser writes it; null for anything else. */
export function safeUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > URL_LENGTH_MAX) return null;
  if (!PLAIN_START.test(value) || MISLEADING.test(value)) return null;
  return parse(value)?.href ?? null;
}

/** A host name as a browser would show it; null for anything else. */
export function safeHost(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[\p{L}\p{N}.-]{1,253}$/u.test(value)) return null;
  return parse(`https://${value}/`)?.hostname ?? null;
}

function parse(url: string): URL | null {
  try {
    return new URL(url);
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
