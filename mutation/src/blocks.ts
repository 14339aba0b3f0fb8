import { parseSource, rangeOf, walk } from './syntax.ts';

/** A part of a file that runs as a whole: the file itself, a block, or the expression of an arrow function. */
export type Block = { readonly start: number; readonly end: number; readonly kind: Kind };

type Kind = 'file' | 'block' | 'expression';

/** The blocks of a file, the file itself first, each after the one it lies in. */
export function findBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [{ start: 0, end: text.length, kind: 'file' }];
  walk(parseSource(text), ({ node }) => {
    if (node.type === 'BlockStatement') blocks.push({ ...rangeOf(node), kind: 'block' });
    else if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') {
      const parenStart = node.body.extra?.parenStart;
      const start = typeof parenStart === 'number' ? parenStart : rangeOf(node.body).start;
      blocks.push({ start, end: rangeOf(node).end, kind: 'expression' });
    }
    return true;
  });
  return blocks;
}

/** What is put before the block's code, and after it, to note that it runs. */
function marksOf({ start, end, kind }: Block, call: string) {
  if (kind === 'file') return [{ at: 0, text: `${call};` }];
  if (kind === 'block') return [{ at: start + 1, text: ` ${call};` }];
  return [
    { at: start, text: `(${call}, ` },
    { at: end, text: ')' },
  ];
}

/** The index of the innermost block that contains a position. */
export function blockAt(blocks: readonly Block[], position: number): number {
  return blocks.findLastIndex(({ start, end }) => start <= position && position < end);
}

/** The text with a call in every block that says which block it is. */
export function markBlocks(text: string, callOf: (block: number) => string): string {
  const insertions = findBlocks(text)
    .flatMap((block, index) => marksOf(block, callOf(index)))
    .map((insertion, order) => ({ ...insertion, order }))
    .sort((a, b) => a.at - b.at || a.order - b.order);
  let marked = '';
  let from = 0;
  for (const { at, text: inserted } of insertions) {
    marked += text.slice(from, at) + inserted;
    from = at;
  }
  return marked + text.slice(from);
}
