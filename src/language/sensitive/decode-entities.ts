/** The references that editors of web pages write most, by what they stand for. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '\u00ad' }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—' }),
  ...Object.entries({ hellip: '…', zwnj: '\u200c', zwj: '\u200d', szlig: 'ß', oslash: 'ø' }),
  ...Object.entries({ aelig: 'æ', oelig: 'œ' }),
]);

/** `&eacute;`: a letter and its mark. */
const MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    acute: '\u0301',
    grave: '\u0300',
    circ: '\u0302',
    uml: '\u0308',
    tilde: '\u0303',
    cedil: '\u0327',
    ring: '\u030a',
    caron: '\u030c',
  }),
);

/** No name that is decoded has more letters. */
export const ENTITY_NAME_MAX = 6;

/** The text with the character references of HTML decoded; unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .split('&')
    .map((part, index) => (index === 0 ? part : decodeStart(part)))
    .join('');
}

/** What stands behind an ampersand, with the reference that begins there decoded. */
function decodeStart(part: string): string {
  const at = endOfAmpersands(part);
  if (part[at] === '#') return decodeNumber(part, at);
  const end = part.indexOf(';', at);
  if (end > at && end - at <= ENTITY_NAME_MAX) {
    const char = characterNamed(part.slice(at, end));
    if (char !== undefined) return char + part.slice(end + 1);
  }
  return `&${part.slice(at)}`;
}

/** An ampersand can be encoded itself, again and again: `&amp;amp;#39;`. */
function endOfAmpersands(part: string): number {
  let at = 0;
  for (;;) {
    const ampersand = AMPERSANDS.find((encoded) => part.startsWith(encoded, at));
    if (ampersand === undefined) return at;
    at += ampersand.length;
  }
}

const AMPERSANDS = ['amp;', '#38;', '#x26;'];

function decodeNumber(part: string, at: number): string {
  NUMBER.lastIndex = at;
  const [reference = '', hex, decimal] = NUMBER.exec(part) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (!(code <= LAST_CODE_POINT)) return `&${part.slice(at)}`;
  return String.fromCodePoint(code) + part.slice(at + reference.length);
}

const NUMBER = /#(?:x([\da-f]+)|(\d+));?/iy;
const LAST_CODE_POINT = 0x10ffff;

function characterNamed(name: string): string | undefined {
  const mark = MARKS.get(name.slice(1));
  if (mark !== undefined) return `${name[0]}${mark}`.normalize('NFC');
  return NAMED.get(name.toLowerCase());
}
