/**
 * What a VAST tag may not have: scripts and HTML, and declarations and numeric references, by which its text could
 * mean something else than it says.
 */
const CODE =
  /(?:<|&lt;)\s*script|HTMLResource|<!(?!\[CDATA\[|--)|&#|["'](?:application|text)\/(?:x-)?(?:java|ecma)script/i;
const SCRIPT_URL = /^(?:javascript|vbscript|data)\s*:/i;
const LIKE_URL = /^(?:[a-z][a-z0-9+.-]*:(?!\s)|\/\/)/i;
/** XML has no control characters but these three, which clients remove from URLs. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/**
 * The URLs that a player loads or opens for a native video: the tag itself where it is a URL, or those in the
 * elements of its XML. Undefined for a tag that has code in it, or that cannot be read.
 */
export function vastUrls(vasttag: string): readonly string[] | undefined {
  const tag = vasttag.trim();
  if (!tag.startsWith('<')) return [tag];
  if (CODE.test(tag) || CONTROL.test(tag)) return undefined;
  const urls: string[] = [];
  // The text of an element may be in several pieces, which clients read as one.
  let text = '';
  for (let at = 0; at < tag.length; ) {
    const piece = pieceAt(tag, at);
    if (piece === undefined) return undefined;
    at = piece.end;
    text += piece.text;
    if (piece.markup === undefined) continue;
    if (hasScriptAttribute(piece.markup)) return undefined;
    const value = text.replace(/[\t\n\r]/g, '').trim();
    if (SCRIPT_URL.test(value) || LIKE_URL.test(value)) urls.push(value);
    text = '';
  }
  return text.trim() === '' ? urls : undefined;
}

type Piece = {
  readonly end: number;
  readonly text: string;
  /** The inside of a tag, which ends the text before it. */
  readonly markup?: string;
};

const COMMENT = { start: '<!--', end: '-->' };
const CDATA = { start: '<![CDATA[', end: ']]>' };

/** Undefined where something does not end. */
function pieceAt(tag: string, at: number): Piece | undefined {
  if (tag[at] !== '<') {
    const end = tag.indexOf('<', at);
    return end === -1
      ? { end: tag.length, text: tag.slice(at) }
      : { end, text: unescaped(tag.slice(at, end)) };
  }
  const { start, end: mark } = [COMMENT, CDATA].find((one) => tag.startsWith(one.start, at)) ?? TAG;
  const end = tag.indexOf(mark, at + start.length);
  if (end === -1) return undefined;
  const inside = tag.slice(at + start.length, end);
  const piece = { end: end + mark.length, text: start === CDATA.start ? inside : '' };
  return start === TAG.start ? { ...piece, markup: inside } : piece;
}

const TAG = { start: '<', end: '>' };

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => CHARACTERS[entity] ?? entity);
}

/** Players load nothing from attributes; a script has no place there either. */
function hasScriptAttribute(markup: string): boolean {
  return markup.split(/["']/).some((part) => SCRIPT_URL.test(part.trim()));
}
