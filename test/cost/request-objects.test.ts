import { expect, test } from 'bun:test';

const OBJECTS_MAX = 270;
const KB_MAX = 14;

const SCRIPT = new URL('count-objects.ts', import.meta.url).pathname;

/**
 * Garbage is what long pauses are made of, and objects per request hardly differ from run to run, however busy the machine
 * is. Code that is not compiled makes more of them than code that is: without the compilers the count is the same each time.
 */
test(`a request with embedded demand makes at most ${OBJECTS_MAX} objects and ${KB_MAX} kB, from its text to its record`, () => {
  const env = { ...process.env, BUN_JSC_useGC: '0', BUN_JSC_useDFGJIT: '0' };
  const { stdout, stderr } = Bun.spawnSync([process.execPath, SCRIPT], { env });
  const text = stdout.toString();
  if (text === '') throw new Error(stderr.toString());
  const { objects, kB, bids } = JSON.parse(text);
  expect(bids).toBeGreaterThan(0.9);
  expect(objects).toBeLessThan(OBJECTS_MAX);
  expect(kB).toBeLessThan(KB_MAX);
});
