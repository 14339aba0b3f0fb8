export type Position = { readonly line: number; readonly column: number };

/**
 * The position of a field in a JSON text, by a path like `imp[0].native.request`: of its key, or of its nearest
 * existing parent. undefined if the text is not valid JSON.
 */
export function findPosition(text: string, path: string): Position | undefined {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  let at = skipSpace(text, 0);
  let found = at;
  for (const step of steps) {
    const child = text[at] === '{' ? property(text, at, step) : item(text, at, Number(step));
    if (child === undefined) break;
    found = child.keyAt;
    at = child.valueAt;
  }
  return at >= text.length ? undefined : positionOf(text, found);
}

/** The position in a sentence like `line 3, column 12: …`. */
export function statedPosition(reason: string): Position | undefined {
  const found = /^line (\d+), column (\d+):/.exec(reason);
  return found === null ? undefined : { line: Number(found[1]), column: Number(found[2]) };
}

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

type Child = { readonly keyAt: number; readonly valueAt: number };

/** Of duplicate keys the last one counts, as in `JSON.parse`. */
function property(text: string, open: number, key: string): Child | undefined {
  let found: Child | undefined;
  let at = skipSpace(text, open + 1);
  while (at < text.length && text[at] !== '}') {
    const keyEnd = endOfString(text, at);
    const valueAt = skipSpace(text, skipSpace(text, keyEnd) + 1);
    if (text.slice(at + 1, keyEnd - 1) === key) found = { keyAt: at, valueAt };
    at = afterComma(text, endOfValue(text, valueAt));
  }
  return found;
}

function item(text: string, open: number, index: number): Child | undefined {
  if (text[open] !== '[') return undefined;
  let at = skipSpace(text, open + 1);
  for (let i = 0; at < text.length && text[at] !== ']'; i++) {
    if (i === index) return { keyAt: at, valueAt: at };
    at = afterComma(text, endOfValue(text, at));
  }
  return undefined;
}

function afterComma(text: string, end: number): number {
  const at = skipSpace(text, end);
  return text[at] === ',' ? skipSpace(text, at + 1) : at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at++;
  return at;
}

function endOfString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (depth === 0 && !'{['.includes(character ?? '')) return endOfLiteral(text, at);
    else {
      if (character === '{' || character === '[') depth++;
      if (character === '}' || character === ']') depth--;
      at++;
    }
  } while (depth > 0 && at < text.length);
  return at;
}

function endOfLiteral(text: string, start: number): number {
  let at = start;
  while (at < text.length && !',]} \t\n\r'.includes(text[at] ?? '')) at++;
  return Math.max(at, start + 1);
}
