/** That Debian has what `test/needs` would install. Needs root and a network, and installs nothing. */
import { afterAll, expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, ROOT, run, temporaryFolder } from '../process.ts';
import { writeProgram } from '../write-program.ts';

afterAll(cleanUp);

test('every package that test/needs installs can be installed', async () => {
  const folder = temporaryFolder();
  for (const name of ['sh', 'ls', 'id']) symlinkSync(Bun.which(name) ?? '', join(folder, name));
  const simulates = `PATH=${process.env.PATH} apt-get --simulate "$@" >>apt.log && echo "$*" >>done`;
  writeProgram(join(folder, 'apt-get'), simulates);
  const needs = run([], { command: join(ROOT, 'test/needs'), folder, env: { PATH: folder } });
  // Nothing was installed, and it says so.
  expect((await needs.exited).code).toBe(1);
  expect(needs.stderr()).toContain('The tests need redis-server');
  const done = await Bun.file(join(folder, 'done')).text();
  expect(done).toMatch(/install .* redis-server openssl chromium-headless-shell/);
});
