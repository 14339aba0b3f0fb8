/**
 * The short form of `npm run fleet`, with the machine to itself: it judges how long machines wait for each other. Needs
 * HAProxy, which `test/needs haproxy` installs.
 */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { BUILT_RELEASE, BUN, cleanUp, ROOT, run } from '../process.ts';

afterAll(cleanUp);

test('a fleet whose parts fail under load loses nothing, exceeds nothing, and is replaced without a failed request', async () => {
  const env = BUILT_RELEASE === undefined ? {} : { PARLEY_TEST_RELEASE: BUILT_RELEASE };
  const fleet = run([join(ROOT, 'test/long/fleet/run.ts'), '--short'], { command: BUN, env });
  const { code } = await fleet.exited;
  expect(fleet.stdout()).toContain('verdict: right');
  expect(code).toBe(0);
});
