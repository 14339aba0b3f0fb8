const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/gs;

/**
 * Finds fields in a JSON text by paths like `imp[0].native.request`: the position of the key, or of its nearest
 * existing parent. undefined if there is no text.
 */
export function positionsIn(text: string) {
  const tokens = [...text.matchAll(TOKEN)];
  return (path: string) => {
    const found = findOffset(tokens, path.match(/[^.[\]]+/g) ?? []);
    return found === undefined ? undefined : positionOf(text, found);
  };
}

function findOffset(tokens: readonly RegExpExecArray[], steps: readonly string[]) {
  const isAt = (token: string) => tokens[at]?.[0] === token;
  let found = tokens[0]?.index;
  let at = 0;
  /** Passes over a value; `steps` lead to the field from there, and are undefined beside its path. */
  const pass = (rest: readonly string[] | undefined) => {
    const open = tokens[at++]?.[0];
    if (open !== '{' && open !== '[') return;
    for (let index = 0; at < tokens.length && !isAt('}') && !isAt(']'); index++) {
      const key = open === '[' ? String(index) : tokens[at]?.[0].slice(1, -1);
      const isOnPath = rest !== undefined && key === rest[0];
      // Of duplicate keys the last one counts, as in `JSON.parse`.
      if (isOnPath) found = tokens[at]?.index;
      if (open === '{') at += 2;
      pass(isOnPath ? rest.slice(1) : undefined);
      if (isAt(',')) at++;
    }
    at++;
  };
  pass(steps);
  return found;
}

/** The position in a sentence like `line 3, column 12: …`. */
export function statedPosition(reason: string) {
  const found = /^line (\d+), column (\d+):/.exec(reason);
  return found === null ? undefined : { line: Number(found[1]), column: Number(found[2]) };
}

function positionOf(text: string, offset: number) {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
