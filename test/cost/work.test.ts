import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type WorkLine, workMaxOf } from './work-limit.ts';

setDefaultTimeout(600_000);

/** In a process of its own: the meter slows it for good. */
async function measured(only?: string): Promise<readonly WorkLine[]> {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, 'measure-work.ts'),
      ...(only === undefined ? [] : [only]),
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  const text = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('whatever list or text is filled to the limit', () => {
  test('of a request or of an answer, the work grows with its bytes and no faster (ruling 72)', async () => {
    const lines = await measured();
    expect(lines.length).toBeGreaterThan(200);
    const dear = lines.filter(({ bytes, work }) => work > workMaxOf(bytes));
    expect(dear.map(({ name, work, bytes }) => `${name}: ${work} for ${bytes} bytes`)).toEqual([]);
  });
});
