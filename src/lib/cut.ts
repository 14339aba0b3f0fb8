/** The beginning of a text, as a text of its own: a slice would keep the whole string in memory. */
export function cut(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text;
  return Buffer.from(text.slice(0, unitsMax), 'utf16le').toString('utf16le');
}
