import { type Node, parseSource, walk } from '../mutation/src/syntax.ts';
import type { SourceFile } from './source-files.ts';

export type LongFunction = {
  /** `src/http/client/connection.ts openConnection` */
  readonly name: string;
  readonly statements: number;
};

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
]);

export const STATEMENTS_MAX = 30;

/**
 * The functions of a file with more statements than our habits allow: their own and those of their blocks, not those
 * of functions in them. Lines would count what the formatter decides, and packing would help.
 */
export function longFunctions({ path, text }: SourceFile): readonly LongFunction[] {
  if (text.split('\n').length <= STATEMENTS_MAX) return [];
  const found: LongFunction[] = [];
  walk(parseSource(text), ({ node, parents }) => {
    // The formatter gives each statement a line: a short node cannot contain a long function.
    if (linesOf(node) <= STATEMENTS_MAX) return false;
    const statements = FUNCTIONS.has(node.type) ? statementsOf(node) : 0;
    if (statements > STATEMENTS_MAX) {
      found.push({ name: `${path} ${nameOf(node, parents)}`, statements });
    }
    return true;
  });
  return found;
}

function linesOf({ loc }: Node): number {
  return loc === undefined || loc === null ? 0 : loc.end.line - loc.start.line + 1;
}

function statementsOf(outer: Node): number {
  let count = 0;
  walk(outer, ({ node, parents }) => {
    if (isStatement(node, parents[0])) count++;
    return node === outer || !FUNCTIONS.has(node.type);
  });
  // A declared function is a statement of what it stands in, not of itself.
  return isStatement(outer, undefined) ? count - 1 : count;
}

/** A block is no statement of its own, nor is the variable of a loop. */
function isStatement({ type }: Node, parent: Node | undefined): boolean {
  if (type === 'VariableDeclaration') return parent?.type.startsWith('For') !== true;
  if (type === 'BlockStatement' || type === 'EmptyStatement') return false;
  return type.endsWith('Statement') || type === 'FunctionDeclaration';
}

/** The function's own name, or that of the variable or property it is the value of. */
function nameOf(node: Node, parents: readonly Node[]): string {
  for (const named of [node, ...parents]) {
    if ('id' in named && named.id?.type === 'Identifier') return named.id.name;
    if ('key' in named && named.key?.type === 'Identifier') return named.key.name;
  }
  return 'anonymous';
}
