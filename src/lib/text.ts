/** Cuts the text to a number of characters (not UTF-16 units). A cut text ends with an ellipsis. */
export function clip(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  // A character has at most two units, so that what follows these is cut off anyway.
  const characters = [...text.slice(0, (lengthMax + 1) * 2)];
  if (characters.length <= lengthMax) return text;
  if (lengthMax <= 1) return characters.slice(0, lengthMax).join('');
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`;
}

/** Whether the text has more characters (not UTF-16 units) than this. */
export function isLonger(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false;
  // A character has at most two units.
  return text.length > lengthMax * 2 || [...text].length > lengthMax;
}

/** In characters, as JSON Schema counts, not in UTF-16 units. */
export function characterCount(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    // A pair of surrogates is one character. An iterator over characters takes ten times as long.
    if (!isBetween(text.charCodeAt(i), 0xd800, 0xdbff)) continue;
    if (!isBetween(text.charCodeAt(i + 1), 0xdc00, 0xdfff)) continue;
    length--;
    i++;
  }
  return length;
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last;
}

export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The beginning of a text, as a text of its own: a slice would keep the whole string in memory. */
export function cut(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text;
  return Buffer.from(text.slice(0, unitsMax), 'utf16le').toString('utf16le');
}

/**
 * What is known of short texts that came lately: of the last `textsMax` at least, and of twice as many at most. The older
 * half is forgotten as a whole, since taking single texts out of a full map costs more than it saves.
 */
export function createTextMemory<R>(textsMax: number, lengthMax: number) {
  let current = new Map<string, R>();
  let earlier = new Map<string, R>();

  function keep(text: string, value: R): void {
    if (current.size >= textsMax) {
      earlier = current;
      current = new Map();
    }
    current.set(text, value);
  }

  return {
    get(text: string): R | undefined {
      const known = current.get(text);
      if (known !== undefined || text.length > lengthMax) return known;
      const value = earlier.get(text);
      if (value !== undefined) keep(ownCopy(text), value);
      return value;
    },
    /** Longer texts are not kept. */
    set(text: string, value: R): void {
      if (text.length <= lengthMax) keep(ownCopy(text), value);
    },
  };
}

/** The function, with what it made of the texts that were asked for lately. */
export function rememberTexts<R>(
  textsMax: number,
  lengthMax: number,
  make: (text: string) => R,
): (text: string) => R {
  const memory = createTextMemory<R>(textsMax, lengthMax);
  return (text) => {
    const known = memory.get(text);
    if (known !== undefined) return known;
    const made = make(text.length > lengthMax ? text : ownCopy(text));
    memory.set(text, made);
    return made;
  };
}

/** A part of a long text would keep all of it in memory. */
const ownCopy = (text: string) => ` ${text}`.slice(1);

/** What is wrong, as a sentence. A name at its beginning stays as it is written. */
export function troubleSentence(what: string, partner: string | undefined): string {
  const isName = partner !== undefined && what.startsWith(partner);
  return `${isName ? what : what.charAt(0).toUpperCase() + what.slice(1)}.`;
}
