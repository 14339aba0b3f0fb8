import { expect, test } from 'bun:test';
import { blockAt, findBlocks, markBlocks } from '../src/blocks.ts';

const CODE = `const twice = (x) => ({ value: x * 2 });
function sum(list) {
  let total = 0;
  for (const { value } of list) {
    total += value;
  }
  if (total < 0) {
    return 'negative';
  }
  return total;
}
`;

function hitsOf(use: string): { readonly result: unknown; readonly hits: readonly number[] } {
  const hits: number[] = [];
  const marked = markBlocks(CODE, (block) => `hit(${block})`);
  const result = new Function('hit', `${marked} return ${use};`)((block: number) =>
    hits.push(block),
  );
  return { result, hits: [...new Set(hits)].sort() };
}

test('marked code gives the same results, and notes the blocks that run', () => {
  expect(hitsOf('sum([1, 2].map(twice))')).toEqual({ result: 6, hits: [0, 1, 2, 3] });
  expect(hitsOf('sum([])')).toEqual({ result: 0, hits: [0, 2] });
  expect(hitsOf('sum([-1].map(twice))')).toEqual({ result: 'negative', hits: [0, 1, 2, 3, 4] });
});

test('a position belongs to the innermost block around it', () => {
  const blocks = findBlocks(CODE);
  const blockOf = (text: string) => blockAt(blocks, CODE.indexOf(text));
  expect(blockOf('const twice')).toBe(0);
  expect(blockOf('x * 2')).toBe(1);
  expect(blockOf('let total')).toBe(2);
  expect(blockOf('total += value')).toBe(3);
  expect(blockOf("return 'negative'")).toBe(4);
  expect(blockOf('return total')).toBe(2);
});
