import { parse } from '@babel/parser';
import type { Node } from '@babel/types';

export type { Node } from '@babel/types';

/** The syntax tree of a TypeScript file; throws where the text is not valid. */
export function parseSource(text: string): Node {
  return parse(text, {
    sourceType: 'module',
    plugins: ['typescript', 'jsx', 'explicitResourceManagement'],
  }).program;
}

export function isValidSource(text: string): boolean {
  try {
    parseSource(text);
    return true;
  } catch {
    return false;
  }
}

/** A node with the nodes around it, the innermost first. */
export type Site = { readonly node: Node; readonly parents: readonly Node[] };

/** Visits a tree from the outside in; `visit` returns false to leave out what the node contains. */
export function walk(
  node: Node,
  visit: (site: Site) => boolean,
  parents: readonly Node[] = [],
): void {
  if (!visit({ node, parents })) return;
  const around = [node, ...parents];
  for (const child of childrenOf(node)) walk(child, visit, around);
}

const NOT_CHILDREN: ReadonlySet<string> = new Set([
  'loc',
  'extra',
  'leadingComments',
  'trailingComments',
  'innerComments',
]);

function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node)
    .filter(([key]) => !NOT_CHILDREN.has(key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Where the node's text begins and ends. The parser sets both; only nodes made by hand lack them. */
export function rangeOf({ start, end, type }: Node): {
  readonly start: number;
  readonly end: number;
} {
  if (typeof start !== 'number' || typeof end !== 'number') {
    throw new Error(`the parser gave no position for a ${type}`);
  }
  return { start, end };
}

export function textOf(text: string, node: Node): string {
  const { start, end } = rangeOf(node);
  return text.slice(start, end);
}
