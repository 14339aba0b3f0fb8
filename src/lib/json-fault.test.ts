import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../test/properties/runs.ts';
import { findJsonFault } from './json-fault.ts';

const CASES: readonly (readonly [text: string, line: number, column: number, fault: string])[] = [
  ['[1,]', 1, 4, 'trailing comma before "]"'],
  ['{"a":1,}', 1, 8, 'trailing comma before "}"'],
  ['{\n  "a": 1,\n}', 3, 1, 'trailing comma before "}"'],
  ["{'a':1}", 1, 2, 'double quotes'],
  ['{"a":\'b\'}', 1, 6, 'double quotes'],
  ['{a:1}', 1, 2, 'expected a property name in double quotes, got "a"'],
  ['{"a" 1}', 1, 6, 'expected ":" after a property name, got "1"'],
  ['{"a"}', 1, 5, 'expected ":" after a property name'],
  ['{"a":1 "b":2}', 1, 8, 'expected "," or a closing bracket, got "\\""'],
  ['[1 2]', 1, 4, 'expected "," or a closing bracket, got "2"'],
  ['[,]', 1, 2, 'expected a JSON value, got ","'],
  ['{"a":}', 1, 6, ''],
  ['[}', 1, 2, 'unexpected "}"'],
  [']', 1, 1, 'unexpected "]"'],
  ['{"a":1}\n}', 2, 1, 'unexpected "}" after the end'],
  ['{} {}', 1, 4, 'unexpected "{" after the end'],
  ['{"a":[1,\r\n2', 2, 2, 'the text ends'],
  ...['undefined', '\ufeff{}', '\u00a0', '\u2028\n'].map(
    (text) => [text, 1, 1, 'expected a JSON value'] as const,
  ),
  ...['[NaN]', '[01]', '[1.]', '[+1]', '[truex]', '[// one\n1]'].map(
    (text) => [text, 1, 2, 'expected a JSON value'] as const,
  ),
  ...['["abc', '["a\nb"]', '["\\x"]', '["\\u12g4"]', '["\\u12"]', '["\\', '["\t"]'].map(
    (text) => [text, 1, 2, 'this string is not closed'] as const,
  ),
];

test('a fault is named by line, column and what is wrong there', () => {
  for (const [text, line, column, fault] of CASES) {
    const sentence = findJsonFault(text);
    expect([text, sentence]).toEqual([
      text,
      expect.stringContaining(`line ${line}, column ${column}: `),
    ]);
    expect(sentence).toContain(fault);
  }
  for (const text of ['', ' ', '\r\n\t ']) expect(findJsonFault(text)).toBe('the body is empty');
});

const POSITION = /^line (\d+), column (\d+): ./;

/** The offset that a sentence names. */
function offsetOf(sentence: string, text: string): number {
  const [, line = '0', column = '0'] = sentence.match(POSITION) ?? [];
  const lines = text.split('\n').slice(0, Number(line) - 1);
  return lines.reduce((sum, { length }) => sum + length + 1, Number(column) - 1);
}

const character = fc.constantFrom(...'{}[]:,"\\0123456789.eE+-truefalsn \n\tu\'/\u0000é');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('whatever JSON.parse refuses gets a sentence with a place inside the text', () => {
  const whole = fc
    .tuple(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(0, 1, 2))
    .map(([value, indent]) => JSON.stringify(value, null, indent));
  const broken = fc
    .tuple(whole, fc.nat(), fc.nat(3), fc.string({ unit: character, maxLength: 3 }))
    .map(([text, choice, dropped, inserted]) => {
      const at = text.length === 0 ? 0 : choice % text.length;
      return text.slice(0, at) + inserted + text.slice(at + dropped);
    });
  fc.assert(
    fc.property(fc.oneof(broken, fc.string({ unit: character, maxLength: 40 })), (text) => {
      if (isJson(text) || text.trim() === '') return;
      const sentence = findJsonFault(text);
      expect(sentence).toMatch(POSITION);
      expect(offsetOf(sentence, text)).toBeWithin(0, text.length + 1);
    }),
    { numRuns: runs(500) },
  );
});

/** A megabyte each; what takes the square of its length takes minutes. */
const LENGTH = 2 ** 20;
const CPU_MS_MAX = 5000;

test('hostile texts take time in proportion to their length', () => {
  const before = process.cpuUsage();
  for (const [start, part, end] of [
    ['', '[', ''],
    ['', '{"a":', ''],
    ['[', '[],', ''],
    ['"', 'a', ''],
    ['"', '\\u0041', ''],
    ['"', '\\\\', ''],
    ['', '1', 'x'],
    ['1.', '1', 'x'],
    ['1e', '1', 'x'],
    ['[', '1,', ''],
    ['[', '"a",', ''],
    ['[', '\n', 'x'],
    ['', '[ ', 'x'],
    ['', '-', ''],
    ['', '0', ''],
  ] as const) {
    findJsonFault(`${start}${part.repeat(LENGTH / part.length)}${end}`);
  }
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(CPU_MS_MAX);
});
