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
