/** Cuts the text to a number of characters (not UTF-16 units). A cut text ends with an ellipsis. */
export function clip(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const characters = [...text];
  if (characters.length <= lengthMax) return text;
  if (lengthMax <= 1) return characters.slice(0, lengthMax).join('');
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`;
}

/** Whether the text has more characters (not UTF-16 units) than this. */
export function isLonger(text: string, lengthMax: number): boolean {
  return text.length > lengthMax && [...text].length > lengthMax;
}

/** The number of characters (not UTF-16 units), without an array of them. */
export function codePoints(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
