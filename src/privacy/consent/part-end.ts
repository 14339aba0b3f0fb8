/** Where the part that starts at an index ends: before the next separator, or with the text. */
export function partEnd(text: string, separator: '.' | '~', start: number): number {
  const index = text.indexOf(separator, start);
  return index === -1 ? text.length : index;
}
