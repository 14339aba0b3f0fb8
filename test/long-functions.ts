import { isFunction } from '@babel/types';
import { type Node, parseSource, walk } from '../mutation/src/syntax.ts';
import type { SourceFile } from './source-files.ts';

export const FUNCTION_LINES_MAX = 60;

export type LongFunction = {
  /** `src/http/client/connection.ts openConnection` */
  readonly name: string;
  readonly lines: number;
};

/** The functions of a file with more lines than our habits allow, the largest of nested ones included. */
export function longFunctions({ path, text }: SourceFile): readonly LongFunction[] {
  if (text.split('\n').length <= FUNCTION_LINES_MAX) return [];
  const found: LongFunction[] = [];
  walk(parseSource(text), ({ node, parents }) => {
    const lines = linesOf(node);
    // A short node cannot contain a long function.
    if (lines <= FUNCTION_LINES_MAX) return false;
    if (isFunction(node)) found.push({ name: `${path} ${nameOf(node, parents)}`, lines });
    return true;
  });
  return found;
}

function linesOf({ loc }: Node): number {
  return loc === undefined || loc === null ? 0 : loc.end.line - loc.start.line + 1;
}

/** The function's own name, or that of the variable or property it is the value of. */
function nameOf(node: Node, parents: readonly Node[]): string {
  for (const named of [node, ...parents]) {
    if ('id' in named && named.id?.type === 'Identifier') return named.id.name;
    if ('key' in named && named.key?.type === 'Identifier') return named.key.name;
  }
  return 'anonymous';
}
