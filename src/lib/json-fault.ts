/** How far the text is read, the brackets that are open there, and what has to follow. */
type JsonScan = {
  readonly text: string;
  readonly open: string[];
  at: number;
  next: 'value' | 'value or ]' | 'property value' | 'key' | 'key or }' | 'colon' | 'comma' | 'end';
};

/** Where and why a text is no JSON: `line 3, column 12: …`. Only for one that the platform's parser has refused. */
export function findJsonFault(text: string): string {
  if (/^[ \t\n\r]*$/.test(text)) return 'the body is empty';
  const scan: JsonScan = { text, open: [], at: 0, next: 'value' };
  for (;;) {
    WHITESPACE.lastIndex = scan.at;
    WHITESPACE.test(text);
    scan.at = WHITESPACE.lastIndex;
    const isAtEnd = scan.at >= text.length;
    const fault = isAtEnd ? 'the text ends before the JSON value does' : readToken(scan);
    if (fault === undefined) continue;
    const before = text.slice(0, scan.at);
    const column = scan.at - before.lastIndexOf('\n');
    return `line ${before.split('\n').length}, column ${column}: ${fault}`;
  }
}

/** Reads one bracket, sign, string or literal. Returns a fault, and stays before it, if it may not stand there. */
function readToken(scan: JsonScan): string | undefined {
  const c = scan.text[scan.at] ?? '';
  if (scan.next === 'end') return `unexpected ${shown(c)} after the end of the JSON value`;
  if (c === '}' || c === ']') return readClosing(scan, c);
  if (scan.next === 'comma') {
    if (c !== ',') return `expected "," or a closing bracket, got ${shown(c)}`;
    scan.next = scan.open.at(-1) === '{' ? 'key' : 'value';
  } else if (scan.next === 'colon') {
    if (c !== ':') return `expected ":" after a property name, got ${shown(c)}`;
    scan.next = 'property value';
  } else if (scan.next === 'key' || scan.next === 'key or }') {
    if (c !== '"' && c !== "'") return `expected a property name in double quotes, got ${shown(c)}`;
    return readScalar(scan, c, 'colon');
  } else if (c === '{' || c === '[') {
    scan.open.push(c);
    scan.next = c === '{' ? 'key or }' : 'value or ]';
  } else return readScalar(scan, c, scan.open.length === 0 ? 'end' : 'comma');
  scan.at++;
  return undefined;
}

function readClosing(scan: JsonScan, c: '}' | ']'): string | undefined {
  const { open, next } = scan;
  if (open.at(-1) !== (c === '}' ? '{' : '[')) return `unexpected ${shown(c)}`;
  if (next === 'value' || next === 'key') return `trailing comma before ${shown(c)}`;
  if (next === 'colon') return 'expected ":" after a property name';
  if (next === 'property value') return 'expected a value after ":"';
  open.pop();
  scan.next = open.length === 0 ? 'end' : 'comma';
  scan.at++;
  return undefined;
}

/** Reads a string or a literal, which begins with this character. */
function readScalar(scan: JsonScan, c: string, next: JsonScan['next']): string | undefined {
  if (c === "'") return 'strings take double quotes, not single ones';
  const end = c === '"' ? stringEnd(scan.text, scan.at) : literalEnd(scan.text, scan.at);
  if (end === undefined) return c === '"' ? BAD_STRING : `expected a JSON value, got ${shown(c)}`;
  scan.at = end;
  scan.next = next;
  return undefined;
}

const BAD_STRING = 'this string is not closed, or holds a bare control character or a bad escape';
const WHITESPACE = /[ \t\n\r]*/y;
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function literalEnd(text: string, from: number): number | undefined {
  LITERAL.lastIndex = from;
  return LITERAL.test(text) ? LITERAL.lastIndex : undefined;
}

function stringEnd(text: string, from: number): number | undefined {
  for (let i = from + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) return i + 1;
    if (c < 0x20) return undefined;
    if (c !== 0x5c) continue;
    const escaped = text[++i] ?? '';
    if (escaped === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(i + 1, i + 5))) return undefined;
      i += 4;
    } else if (!'"\\/bfnrt'.includes(escaped)) return undefined;
  }
  return undefined;
}

function shown(character: string): string {
  return JSON.stringify(character);
}
