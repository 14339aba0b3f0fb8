import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { findJsonFault } from './json-fault.ts';

/** On a busy machine the largest texts take longer than a test usually may. */
describe('a fault is named by line, column and what is wrong there', () => {
  const cases: readonly (readonly [text: string, sentence: string])[] = [
    ['[1,]', 'line 1, column 4: trailing comma before "]"'],
    ['{"a":1,}', 'line 1, column 8: trailing comma before "}"'],
    ['{\n  "a": 1,\n}', 'line 3, column 1: trailing comma before "}"'],
    ["{'a':1}", 'line 1, column 2: strings take double quotes, not single ones'],
    ['{"a":\'b\'}', 'line 1, column 6: strings take double quotes, not single ones'],
    ['{a:1}', 'line 1, column 2: expected a property name in double quotes, got "a"'],
    ['{"a" 1}', 'line 1, column 6: expected ":" after a property name, got "1"'],
    ['{"a"}', 'line 1, column 5: expected ":" after a property name'],
    ['{"a":1 "b":2}', 'line 1, column 8: expected "," or a closing bracket, got "\\""'],
    ['[1 2]', 'line 1, column 4: expected "," or a closing bracket, got "2"'],
    ['[,]', 'line 1, column 2: expected a JSON value, got ","'],
    ['[}', 'line 1, column 2: unexpected "}"'],
    [']', 'line 1, column 1: unexpected "]"'],
    ['{"a":1}\n}', 'line 2, column 1: unexpected "}" after the end of the JSON value'],
    ['{} {}', 'line 1, column 4: unexpected "{" after the end of the JSON value'],
    ['{"a":[1,\r\n2', 'line 2, column 2: the text ends before the JSON value does'],
    ['undefined', 'line 1, column 1: expected a JSON value, got "u"'],
    ['[NaN]', 'line 1, column 2: expected a JSON value, got "N"'],
    ['[01]', 'line 1, column 2: expected a JSON value, got "0"'],
    ['[1.]', 'line 1, column 2: expected a JSON value, got "1"'],
    ['[+1]', 'line 1, column 2: expected a JSON value, got "+"'],
    ['[truex]', 'line 1, column 2: expected a JSON value, got "t"'],
    ['[// one\n1]', 'line 1, column 2: expected a JSON value, got "/"'],
    ['\ufeff{}', 'line 1, column 1: expected a JSON value, got "\ufeff"'],
  ];
  for (const [text, sentence] of cases) {
    test(JSON.stringify(text), () => expect(findJsonFault(text)).toBe(sentence));
  }

  test('a missing value is not reported as a trailing comma', () => {
    const sentence = findJsonFault('{"a":}');
    expect(sentence).toStartWith('line 1, column 6: ');
    expect(sentence).not.toContain('comma');
  });
});

describe('a bad string is named by its first character', () => {
  for (const text of [
    '["abc',
    '["a\nb"]',
    '["\\x"]',
    '["\\u12g4"]',
    '["\\u12"]',
    '["\\',
    '["\t"]',
  ]) {
    test(JSON.stringify(text), () =>
      expect(findJsonFault(text)).toStartWith('line 1, column 2: this string is not closed'),
    );
  }
});

describe('a text without anything in it', () => {
  test('is called empty', () => {
    for (const text of ['', ' ', '\r\n\t ']) expect(findJsonFault(text)).toBe('the body is empty');
  });

  test('is not a text of characters that only look like JSON whitespace', () => {
    for (const text of ['\u00a0', '\ufeff', '\u2028\n']) {
      expect(findJsonFault(text)).toStartWith('line 1, column 1: ');
    }
  });
});

const POSITION = /^line (\d+), column (\d+): ./;

/** The offset that a sentence names. */
function offsetOf(sentence: string, text: string): number {
  const [, line = '0', column = '0'] = sentence.match(POSITION) ?? [];
  const lines = text.split('\n').slice(0, Number(line) - 1);
  return lines.reduce((sum, { length }) => sum + length + 1, Number(column) - 1);
}

const JSON_CHARACTERS = [...'{}[]:,"\\0123456789.eE+-truefalsn \n\tu\'/\u0000é'];

/** One random edit of a text. */
const edit = fc
  .record({
    at: fc.nat(),
    kind: fc.constantFrom('insert', 'delete', 'replace', 'cut', 'double'),
    character: fc.constantFrom(...JSON_CHARACTERS),
  })
  .map(({ at, kind, character }) => (text: string) => {
    const i = text.length === 0 ? 0 : at % text.length;
    const [before, after] = [text.slice(0, i), text.slice(i)];
    switch (kind) {
      case 'insert':
        return before + character + after;
      case 'delete':
        return before + after.slice(1);
      case 'replace':
        return before + character + after.slice(1);
      case 'cut':
        return before;
      default:
        return before + after + after;
    }
  });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('whatever JSON.parse refuses gets a sentence with a place inside the text', () => {
  const texts = fc
    .tuple(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(0, 1, 2))
    .map(([value, indent]) => JSON.stringify(value, null, indent));
  const edits = fc.array(edit, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(texts, edits, (text, changes) => {
      const broken = changes.reduce((changed, change) => change(changed), text);
      if (isJson(broken)) return;
      const sentence = findJsonFault(broken);
      if (broken.trim() === '') return;
      expect(sentence).toMatch(POSITION);
      const offset = offsetOf(sentence, broken);
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThanOrEqual(broken.length);
    }),
    { numRuns: 5000 },
  );
});

test('any text at all gets a sentence, and never an exception', () => {
  const unit = fc.constantFrom(...JSON_CHARACTERS);
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      if (!isJson(text) && text.trim() !== '') expect(findJsonFault(text)).toMatch(POSITION);
    }),
    { numRuns: 5000 },
  );
});

test('a character that can never stand between two values is found exactly where it is', () => {
  const texts = fc
    .array(fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.array(fc.integer())), { minLength: 1 })
    .map((value) => JSON.stringify(value, null, 2));
  fc.assert(
    fc.property(texts, fc.nat(), (text, choice) => {
      const gaps = [...text.matchAll(/[{[,:]/g)].map(({ index }) => index + 1);
      const at = gaps[choice % gaps.length] ?? 0;
      const broken = `${text.slice(0, at)}@${text.slice(at)}`;
      expect(offsetOf(findJsonFault(broken), broken)).toBe(at);
    }),
  );
});

describe('a text sixteen times as long takes about sixteen times as long, not its square', () => {
  const SHORT = 2 ** 16;
  const LONG = 2 ** 20;

  const adversarial: Readonly<Record<string, (length: number) => string>> = {
    'open brackets': (length) => '['.repeat(length),
    'open objects': (length) => '{"a":'.repeat(length / 5),
    'closed pairs': (length) => `[${'[],'.repeat(length / 3)}`,
    'an endless string': (length) => `"${'a'.repeat(length)}`,
    'endless escapes': (length) => `"${'\\u0041'.repeat(length / 6)}`,
    backslashes: (length) => `"${'\\\\'.repeat(length / 2)}`,
    'a number that ends badly': (length) => `${'1'.repeat(length)}x`,
    'a fraction that ends badly': (length) => `1.${'1'.repeat(length)}x`,
    'an exponent that ends badly': (length) =>
      `1.${'1'.repeat(length / 2)}e${'1'.repeat(length / 2)}x`,
    'many numbers': (length) => `[${'1,'.repeat(length / 2)}`,
    'many strings': (length) => `[${'"a",'.repeat(length / 4)}`,
    'blank lines': (length) => `[${'\n'.repeat(length)}x`,
    'blanks between brackets': (length) => `${'[ '.repeat(length / 2)}x`,
    'minus signs': (length) => '-'.repeat(length),
    zeros: (length) => '0'.repeat(length),
  };

  function measure(text: string): number {
    const start = Bun.nanoseconds();
    findJsonFault(text);
    return Bun.nanoseconds() - start;
  }

  /** The lowest of several ratios: other work on the machine disturbs the longer run more often. */
  function leastRatio(short: string, long: string): number {
    const ratios = Array.from({ length: 7 }, () => measure(long) / (measure(short) + NOISE_NS));
    return Math.min(...ratios);
  }

  /** Linear is 16, quadratic 256; clocks are coarse for the quickest. */
  const RATIO_MAX = 100;
  const NOISE_NS = 20_000;

  for (const [name, make] of Object.entries(adversarial)) {
    test(name, () => {
      expect(leastRatio(make(SHORT), make(LONG))).toBeLessThan(RATIO_MAX);
    });
  }
});
