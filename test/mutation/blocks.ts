import { type Node, parseSource, rangeOf, walk } from './syntax.ts';

/** A part of a file that runs as a whole: the file itself, a block, or the expression of an arrow function. */
export type Block = {
  readonly start: number;
  readonly end: number;
  /** Put before the block's code and after it to note that it runs. */
  readonly marks: (call: string) => readonly Insertion[];
};

export type Insertion = { readonly at: number; readonly text: string };

/** The blocks of a file, the file itself first, each after the one it lies in. */
export function findBlocks(text: string): readonly Block[] {
  const whole: Block = {
    start: 0,
    end: text.length,
    marks: (call) => [{ at: 0, text: `${call};` }],
  };
  const blocks = [whole];
  walk(parseSource(text), ({ node }) => {
    const block = blockOf(node);
    if (block !== undefined) blocks.push(block);
    return true;
  });
  return blocks;
}

function blockOf(node: Node): Block | undefined {
  if (node.type === 'BlockStatement') {
    const { start, end } = rangeOf(node);
    return { start, end, marks: (call) => [{ at: start + 1, text: ` ${call};` }] };
  }
  if (node.type !== 'ArrowFunctionExpression' || node.body.type === 'BlockStatement') {
    return undefined;
  }
  const { end } = rangeOf(node);
  const parenStart = node.body.extra?.parenStart;
  const start = typeof parenStart === 'number' ? parenStart : rangeOf(node.body).start;
  return {
    start,
    end,
    marks: (call) => [
      { at: start, text: `(${call}, ` },
      { at: end, text: ')' },
    ],
  };
}

/** The index of the innermost block that contains a position. */
export function blockAt(blocks: readonly Block[], position: number): number {
  return blocks.findLastIndex(({ start, end }) => start <= position && position < end);
}

/** The text with a call in every block that says which block it is. */
export function markBlocks(text: string, callOf: (block: number) => string): string {
  const insertions = findBlocks(text)
    .flatMap((block, index) => block.marks(callOf(index)))
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
