/**
 * The beginning of a text, as a text of its own. A slice of a string keeps the whole string in memory for as long as
 * it is kept: a megabyte for a hundred characters.
 */
export function cut(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text;
  return Buffer.from(text.slice(0, unitsMax), 'utf16le').toString('utf16le');
}
