import { describe, expect, test } from 'bun:test';
import { findMutants } from '../src/find-mutants.ts';
import { applyEdit } from '../src/mutant.ts';

/** What each operator makes of a small piece of code. */
const MADE: readonly (readonly [operator: string, code: string, ...made: string[]])[] = [
  ['comparison', 'x(a < b);', 'x(a <= b);'],
  ['comparison', 'x((a) >= b);', 'x((a) > b);'],
  ['comparison', 'x(a !== b);', 'x(a === b);'],
  ['arithmetic', 'x(a + b);', 'x(a - b);'],
  ['arithmetic', 'x(a % b);', 'x(a * b);'],
  ['arithmetic', 'a += b;', 'a -= b;'],
  ['arithmetic', 'a++;', 'a--;'],
  ['arithmetic', 'x(-a);', 'x(a);'],
  ['arithmetic', "x('a' + b, a + `b`);"],
  ['arithmetic', 'for (; a; b++) c;'],
  ['logical', 'x(a && b);', 'x(a || b);'],
  ['logical', 'x((a || b) ?? c);', 'x((a && b) ?? c);'],
  ['negation', 'x(!a);', 'x(a);'],
  ['fallback', 'x(a ?? b);', 'x((a));', 'x((b));'],
  ['fallback', 'x(list[i] ?? 0);', 'x((0));'],
  ['method', 'x(Math.min(a, b));', 'x(Math.max(a, b));'],
  [
    'method',
    'x(list.some(a), list?.every(a));',
    'x(list.every(a), list?.every(a));',
    'x(list.some(a), list?.some(a));',
  ],
  ['method', 'x(other.min(a), a.toString());'],
  ['guard', 'function f() { if (a) return b; return c; }', 'function f() { ; return c; }'],
  ['guard', 'for (;;) if (a) { b(); continue; }', 'for (;;) ;'],
  ['guard', 'if (a) throw b; else c();'],
  ['condition', 'if (a) b();', 'if (true) b();', 'if (false) b();'],
  ['condition', 'if (a) throw b;', 'if (true) throw b;'],
  ['condition', 'x(a ? b : c);', 'x(true ? b : c);', 'x(false ? b : c);'],
  ['condition', 'while (a) b();', 'while (false) b();'],
  ['call', 'a.b(c);', ';'],
  ['call', 'await a?.(c);', ';'],
  ['call', 'const a = b();'],
  ['early-return', 'const f = () => { a(); };', 'const f = () => { return; a(); };'],
  ['early-return', 'const f = () => a;'],
  ['early-return', 'if (a) { b(); }'],
  ['number', 'const MAX = 0.5;', 'const MAX = 1.5;'],
  ['number', 'const MAX = 10n;', 'const MAX = 11n;'],
  ['number', 'const STOP_MS_MAX = 7000;', 'const STOP_MS_MAX = 0;'],
  ['number', 'x({ graceMs: 500 });', 'x({ graceMs: 0 });'],
  ['number', 'x(list[i] ?? 0);'],
  ['boolean', 'x(true);', 'x(false);'],
  ['word', "x('first');", "x('');"],
  ['word', "x('');", "x('mutant');"],
  ['word', "x('a sentence for people');"],
  ['word', "x({ 'key': a === 'b' });"],
  ['emptied', 'x([a, b]);', 'x([]);'],
  ['emptied', 'const f = () => { return { a }; };', 'const f = () => { return {}; };'],
  ['emptied', 'x([], { a });'],
];

for (const [operator, code, ...made] of MADE) {
  const becomes = made.length === 0 ? 'nothing' : made.join(' or ');
  test(`${operator}: ${code} becomes ${becomes}`, () => {
    expect(mutationsOf(code, operator)).toEqual(made);
  });
}

describe('nothing is made of', () => {
  const LEFT_ALONE: Readonly<Record<string, string>> = {
    types:
      "type A = 1 | 'b'; interface B { c: true } let d: 2 | A; let f = <T = 3>(x: T): x is T & 4 => x;",
    imports: "import a from 'b'; export { c } from 'd'; export * from 'e'; const f = import('g');",
    'what is logged':
      "const a = log.info({ count: 1 }, 'word'); const b = deps.log.error({ is: true }, 'word');",
    'messages in the log': "log.debug({}, 'word'); log.info({}, 'word');",
    'sentences with values in them': 'const a = `the price ${b + 1} is below ${c ?? 2}`;',
    'privacy classes, which the compiler checks':
      "const A = classified({ a: optional('id', B) }, { id: 'context' }); const B_CLASSES = { id: 'id' };",
    'lists of the words of a type': "const A = ['one', 'two'] as const;",
  };
  for (const [name, code] of Object.entries(LEFT_ALONE)) {
    test(name, () => {
      expect(mutationsOf(code)).toEqual([]);
    });
  }
});

test('a warning that is no longer logged is a mutant', () => {
  expect(mutationsOf("log.warn({ a: 1 }, 'the disk is full');")).toEqual([';']);
});

test('code behind a type assertion is code', () => {
  expect(mutationsOf('x((a < b) as Flag);')).toContain('x((a <= b) as Flag);');
});

test('a mutant says where it is and what changed, on one line', () => {
  const [mutant] = findMutants('src/a.ts', 'const a =\n  b < c;\n');
  expect(mutant).toMatchObject({
    file: 'src/a.ts',
    line: 2,
    column: 5,
    operator: 'comparison',
    change: '"<" → "<="',
    source: 'b < c;',
  });
});

function mutationsOf(code: string, operator?: string): readonly string[] {
  return findMutants('src/a.ts', code)
    .filter((mutant) => operator === undefined || mutant.operator === operator)
    .map((mutant) => applyEdit(code, mutant));
}
