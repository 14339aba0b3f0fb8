import { applyEdit, describeEdit, type Edit, type Mutant } from './mutant.ts';
import { isNoise } from './noise.ts';
import {
  arithmetic,
  comparison,
  fallback,
  logical,
  method,
  negation,
} from './operators/expressions.ts';
import { boolean, emptied, number, word } from './operators/literals.ts';
import type { Operator } from './operators/operator.ts';
import { call, condition, earlyReturn, guard } from './operators/statements.ts';
import { isValidSource, parseSource, walk } from './syntax.ts';

const OPERATORS: Readonly<Record<string, Operator>> = {
  comparison,
  arithmetic,
  logical,
  negation,
  fallback,
  method,
  guard,
  condition,
  call,
  'early-return': earlyReturn,
  number,
  boolean,
  word,
  emptied,
};

/** `a && b ?? c` is not JavaScript. Every other operator puts a thing in the place of one of its kind. */
const CAN_BREAK_SYNTAX: ReadonlySet<string> = new Set(['logical']);

/** Every way to change one thing of a file, in the order of its text. */
export function findMutants(file: string, text: string): readonly Mutant[] {
  const edits: Edit[] = [];
  walk(parseSource(text), (site) => {
    if (isNoise(site)) return false;
    for (const [operator, propose] of Object.entries(OPERATORS)) {
      for (const change of propose(site, text)) edits.push({ ...change, operator });
    }
    return true;
  });
  return edits
    .filter((edit) => !CAN_BREAK_SYNTAX.has(edit.operator) || isValidSource(applyEdit(text, edit)))
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => describeEdit(file, text, edit));
}
