/** Returns the end of the part that starts at an index: the next separator, or the end of the text. */
export function partEnd(text: string, separator: '.' | '~', start: number): number {
  const index = text.indexOf(separator, start);
  return index === -1 ? text.length : index;
}
