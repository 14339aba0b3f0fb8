/**
 * Where and why a text is not JSON: `line 3, column 12: …`. The platform's parser reports
 * little. This scan runs only after that parser has failed. It visits each character once and stores only the
 * open brackets.
 */
export function findJsonFault(text: string): string {
  if (/^[ \t\n\r]*$/.test(text)) return 'the body is empty';
  const stack: string[] = [];
  let at = 0;
  let expect:
    | 'value'
    | 'value or ]'
    | 'property value'
    | 'key'
    | 'key or }'
    | 'colon'
    | 'comma'
    | 'end' = 'value';

  const fault = (offset: number, what: string) => {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    return `line ${line}, column ${column}: ${what}`;
  };

  while (true) {
    WHITESPACE.lastIndex = at;
    WHITESPACE.test(text);
    at = WHITESPACE.lastIndex;
    if (at >= text.length) return fault(at, 'the text ends before the JSON value does');
    const c = text[at] ?? '';

    if (expect === 'end')
      return fault(at, `unexpected ${shown(c)} after the end of the JSON value`);
    if (c === '}' || c === ']') {
      const opener = c === '}' ? '{' : '[';
      if (stack.at(-1) !== opener) return fault(at, `unexpected ${shown(c)}`);
      if (expect === 'value' || expect === 'key')
        return fault(at, `trailing comma before ${shown(c)}`);
      if (expect === 'colon') return fault(at, 'expected ":" after a property name');
      if (expect === 'property value') return fault(at, 'expected a value after ":"');
      stack.pop();
      expect = stack.length === 0 ? 'end' : 'comma';
      at++;
    } else if (expect === 'comma') {
      if (c !== ',') return fault(at, `expected "," or a closing bracket, got ${shown(c)}`);
      expect = stack.at(-1) === '{' ? 'key' : 'value';
      at++;
    } else if (expect === 'colon') {
      if (c !== ':') return fault(at, `expected ":" after a property name, got ${shown(c)}`);
      expect = 'property value';
      at++;
    } else if (expect === 'key' || expect === 'key or }') {
      if (c === "'") return fault(at, 'strings take double quotes, not single ones');
      if (c !== '"') return fault(at, `expected a property name in double quotes, got ${shown(c)}`);
      const end = stringEnd(text, at);
      if (end === undefined) return fault(at, BAD_STRING);
      at = end;
      expect = 'colon';
    } else if (c === '{' || c === '[') {
      stack.push(c);
      expect = c === '{' ? 'key or }' : 'value or ]';
      at++;
    } else {
      if (c === "'") return fault(at, 'strings take double quotes, not single ones');
      const end = c === '"' ? stringEnd(text, at) : literalEnd(text, at);
      if (end === undefined) {
        return fault(at, c === '"' ? BAD_STRING : `expected a JSON value, got ${shown(c)}`);
      }
      at = end;
      expect = stack.length === 0 ? 'end' : 'comma';
    }
  }
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
