import type { Reach } from './import-graph.ts';

/** What the log of a marked run tells about one test file. */
export type Noted = { readonly ms: number; readonly hits: ReadonlySet<string> };

type Line = readonly [kind: string, test: string, value: string];

/**
 * Reads the log that `hits.ts` writes. Test files that run in one process share the modules they import. Code that
 * runs when a module is loaded is noted for the first of them only, and counts for all that import the module.
 */
export function readHitLog(
  text: string,
  tests: readonly string[],
  endMs: number,
  reach: Reach,
): ReadonlyMap<string, Noted> {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t') as unknown as Line);
  const begins = lines.filter(([kind]) => kind === 'begin').map(([, test, at]) => ({ test, at }));
  const whenLoaded = lines.filter(([kind]) => kind === 'load').map(([, , block]) => block);
  const noted = new Map<string, Noted>();
  for (const [index, { test, at }] of begins.entries()) {
    if (!tests.includes(test)) continue;
    const imported = reach.get(test);
    const own = lines.filter(([kind, of]) => kind === 'run' && of === test);
    const shared = whenLoaded.filter((block) => imported?.has(fileOf(block)) === true);
    noted.set(test, {
      ms: Number(begins[index + 1]?.at ?? endMs) - Number(at),
      hits: new Set([...own.map(([, , block]) => block), ...shared]),
    });
  }
  return noted;
}

function fileOf(block: string): string {
  return block.slice(0, block.lastIndexOf('#'));
}
