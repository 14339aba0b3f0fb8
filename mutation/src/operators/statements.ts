import { isLogCall } from '../noise.ts';
import { type Node, rangeOf } from '../syntax.ts';
import type { Operator } from './operator.ts';

const JUMPS: ReadonlySet<string> = new Set([
  'ReturnStatement',
  'ContinueStatement',
  'BreakStatement',
  'ThrowStatement',
]);

/** `if (…) return …;` without an else, whose whole effect is to leave. */
function isGuard(node: Node): boolean {
  if (node.type !== 'IfStatement' || node.alternate != null) return false;
  const { consequent } = node;
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  return last !== undefined && JUMPS.has(last.type);
}

export const guard: Operator = ({ node }) =>
  isGuard(node) ? [{ ...rangeOf(node), replacement: ';' }] : [];

export const condition: Operator = ({ node }) => {
  switch (node.type) {
    case 'IfStatement': {
      const always = { ...rangeOf(node.test), replacement: 'true' };
      // A guard that never holds is a guard removed.
      return isGuard(node) ? [always] : [always, { ...always, replacement: 'false' }];
    }
    case 'ConditionalExpression': {
      const range = rangeOf(node.test);
      return ['true', 'false'].map((replacement) => ({ ...range, replacement }));
    }
    case 'WhileStatement':
      return node.test.type === 'BooleanLiteral'
        ? []
        : [{ ...rangeOf(node.test), replacement: 'false' }];
    default:
      return [];
  }
};

export const call: Operator = ({ node }) => {
  if (node.type !== 'ExpressionStatement') return [];
  const { expression } = node;
  const called = expression.type === 'AwaitExpression' ? expression.argument : expression;
  if (called.type !== 'CallExpression' && called.type !== 'OptionalCallExpression') return [];
  if (called.callee.type === 'Super' || isLogCall(called, ['debug', 'info'])) return [];
  return [{ ...rangeOf(node), replacement: ';' }];
};

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
]);

export const earlyReturn: Operator = ({ node, parents }) => {
  const parent = parents[0];
  if (node.type !== 'BlockStatement' || parent === undefined) return [];
  if (!FUNCTIONS.has(parent.type) || node.body.length === 0) return [];
  // `return` before a return without a value changes nothing.
  const [first] = node.body;
  if (first?.type === 'ReturnStatement' && first.argument == null) return [];
  const start = rangeOf(node).start + 1;
  return [{ start, end: start, replacement: ' return;' }];
};
