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
