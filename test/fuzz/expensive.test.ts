import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryFolder } from '../process.ts';
import { isJsonObject } from '../properties/json.ts';
import { findExpensive } from './expensive.ts';
import { keepExpensive } from './expensive-search.ts';

/** Compares every list with itself, item by item. */
function compareWithItself(value: unknown): number {
  if (Array.isArray(value)) {
    let equal = 0;
    for (const a of value) for (const b of value) if (`${a}` === `${b}`) equal++;
    return equal + value.reduce((sum, item) => sum + compareWithItself(item), 0);
  }
  if (!isJsonObject(value as never)) return 0;
  return Object.values(value as object).reduce((sum, item) => sum + compareWithItself(item), 0);
}

test('a server that compares a list with itself is found by a large input, which is kept (ruling 72)', async () => {
  const finding = await findExpensive({
    serve: async ({ request }) => compareWithItself(JSON.parse(request)),
    seed: 1,
    inputs: 200,
  });
  if (finding === undefined) throw new Error('expected a finding');
  const { input, why } = finding;
  expect(why).toContain('ms of CPU, where JSON.parse takes');
  const folder = temporaryFolder();
  const kept = await Bun.file(join(folder, keepExpensive(input, why, folder))).json();
  expect(kept).toEqual({ why, ...input });
});

test('a server that only parses is not', async () => {
  const serve = async ({ request }: { readonly request: string }) => JSON.parse(request);
  expect(await findExpensive({ serve, seed: 1, inputs: 20 })).toBeUndefined();
});
