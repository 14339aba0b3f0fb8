import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { BUN, cleanUp, ROOT, run } from '../process.ts';
import { type WorkLine, workMaxOf } from './work-limit.ts';

afterAll(cleanUp);

/** In a process of its own: the meter slows it for good. */
async function measured(): Promise<readonly WorkLine[]> {
  const child = run([join(import.meta.dir, 'measure-work.ts')], { command: BUN, folder: ROOT });
  const { code } = await child.exited;
  expect([code, child.stderr()]).toEqual([0, '']);
  return child
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('whatever list or text is filled to the limit', () => {
  test('of a request or of an answer, the work grows with its bytes and no faster (ruling 72)', async () => {
    const lines = await measured();
    expect(lines.length).toBeGreaterThan(800);
    const dear = lines.filter(({ bytes, work }) => work > workMaxOf(bytes));
    expect(dear.map(({ name, work, bytes }) => `${name}: ${work} for ${bytes} bytes`)).toEqual([]);
  });
});
