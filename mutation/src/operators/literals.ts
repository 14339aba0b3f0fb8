import { isConstList, isTime } from '../noise.ts';
import { rangeOf } from '../syntax.ts';
import type { Operator } from './operator.ts';

export const number: Operator = (site) => {
  const { node } = site;
  if (node.type === 'BigIntLiteral') {
    return [{ ...rangeOf(node), replacement: `${BigInt(node.value) + 1n}n` }];
  }
  if (node.type !== 'NumericLiteral') return [];
  // Nobody can see a millisecond more or less; a time of none at all must be seen.
  const changed = isTime(site) && node.value !== 0 ? 0 : node.value + 1;
  return [{ ...rangeOf(node), replacement: String(changed) }];
};

export const boolean: Operator = ({ node }) =>
  node.type === 'BooleanLiteral' ? [{ ...rangeOf(node), replacement: String(!node.value) }] : [];

/** A word that code decides by. What has a space in it is a sentence for people. */
const WORD = /^[\w.:/-]{1,40}$/;

export const word: Operator = ({ node, parents }) => {
  if (node.type !== 'StringLiteral' || (node.value !== '' && !WORD.test(node.value))) return [];
  const [parent, grandparent] = parents;
  switch (parent?.type) {
    // The comparison itself is flipped already.
    case 'BinaryExpression':
    case 'JSXAttribute':
      return [];
    case 'ObjectProperty':
      if (parent.key === node) return [];
      break;
    case 'ArrayExpression':
      if (isConstList(parent, grandparent)) return [];
      break;
  }
  return [{ ...rangeOf(node), replacement: node.value === '' ? "'mutant'" : "''" }];
};

export const emptied: Operator = ({ node, parents }) => {
  const [parent] = parents;
  if (node.type === 'ArrayExpression' && node.elements.length > 0) {
    return isConstList(node, parent) ? [] : [{ ...rangeOf(node), replacement: '[]' }];
  }
  // An object that lacks everything is noticed by whoever reads it, except where it is the answer.
  if (node.type !== 'ObjectExpression' || node.properties.length === 0) return [];
  if (parent?.type !== 'ReturnStatement') return [];
  return [{ ...rangeOf(node), replacement: '{}' }];
};
