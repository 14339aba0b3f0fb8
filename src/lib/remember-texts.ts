/**
 * The function, with what it made of the texts that were asked for lately: of the last `textsMax` at least, and of twice as
 * many at most. Longer texts are not kept.
 */
export function rememberTexts<R extends object>(
  textsMax: number,
  lengthMax: number,
  make: (text: string) => R,
): (text: string) => R {
  let current = new Map<string, R>();
  let earlier = new Map<string, R>();
  return (text) => {
    const known = current.get(text);
    if (known !== undefined) return known;
    if (text.length > lengthMax) return make(text);
    const own = ownCopy(text);
    const made = earlier.get(text) ?? make(own);
    if (current.size >= textsMax) {
      earlier = current;
      current = new Map();
    }
    current.set(own, made);
    return made;
  };
}

/** A part of a long text would keep all of it in memory. */
const ownCopy = (text: string) => ` ${text}`.slice(1);
