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
