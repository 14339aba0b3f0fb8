import { isIndexRead } from '../noise.ts';
import { rangeOf, textOf } from '../syntax.ts';
import { type Operator, swapToken } from './operator.ts';

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};

export const comparison: Operator = ({ node }, text) => {
  if (node.type !== 'BinaryExpression') return [];
  const swapped = COMPARISONS[node.operator];
  if (swapped === undefined) return [];
  return swapToken(text, rangeOf(node.left).end, node.operator, swapped);
};

const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&': '|',
  '|': '&',
  '^': '|',
};

export const arithmetic: Operator = ({ node, parents }, text) => {
  switch (node.type) {
    case 'BinaryExpression': {
      const swapped = ARITHMETIC[node.operator];
      if (swapped === undefined || isText(node.left.type) || isText(node.right.type)) return [];
      return swapToken(text, rangeOf(node.left).end, node.operator, swapped);
    }
    case 'AssignmentExpression': {
      const swapped = ARITHMETIC[node.operator.slice(0, -1)];
      if (swapped === undefined || isText(node.right.type)) return [];
      return swapToken(text, rangeOf(node.left).end, node.operator, `${swapped}=`);
    }
    case 'UpdateExpression': {
      // A loop that counts the wrong way does not end, which tells nothing about the tests.
      const parent = parents[0];
      if (parent?.type === 'ForStatement' && parent.update === node) return [];
      const after = rangeOf(node.prefix ? node : node.argument)[node.prefix ? 'start' : 'end'];
      return swapToken(text, after, node.operator, node.operator === '++' ? '--' : '++');
    }
    case 'UnaryExpression': {
      const { start } = rangeOf(node);
      // A number's sign belongs to the number, which has an operator of its own.
      if (node.operator !== '-' || node.argument.type === 'NumericLiteral') return [];
      return [{ start, end: start + 1, replacement: '' }];
    }
    default:
      return [];
  }
};

function isText(type: string): boolean {
  return type === 'StringLiteral' || type === 'TemplateLiteral';
}

export const logical: Operator = ({ node }, text) => {
  if (node.type !== 'LogicalExpression' || node.operator === '??') return [];
  const swapped = node.operator === '&&' ? '||' : '&&';
  return swapToken(text, rangeOf(node.left).end, node.operator, swapped);
};

export const negation: Operator = ({ node }) => {
  if (node.type !== 'UnaryExpression' || node.operator !== '!') return [];
  const { start } = rangeOf(node);
  return [{ start, end: start + 1, replacement: '' }];
};

export const fallback: Operator = ({ node }, text) => {
  if (node.type !== 'LogicalExpression' || node.operator !== '??') return [];
  const onlyRight = { ...rangeOf(node), replacement: `(${textOf(text, node.right)})` };
  if (isIndexRead(node)) return [onlyRight];
  return [{ ...rangeOf(node), replacement: `(${textOf(text, node.left)})` }, onlyRight];
};

const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
]);
const MATH: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
]);

/** `Math.min` ↔ `Math.max`, `some` ↔ `every` and the like. */
export const method: Operator = ({ node }) => {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return [];
  const { callee } = node;
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return [];
  if (callee.property.type !== 'Identifier' || callee.computed) return [];
  const isMath = callee.object.type === 'Identifier' && callee.object.name === 'Math';
  const swapped = (isMath ? MATH : METHODS).get(callee.property.name);
  return swapped === undefined ? [] : [{ ...rangeOf(callee.property), replacement: swapped }];
};
