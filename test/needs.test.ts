import { afterEach, expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, ROOT, run, temporaryFolder } from './process.ts';
import { writeProgram } from './write-program.ts';

afterEach(cleanUp);

const PROGRAMS = ['redis-server', 'openssl', 'chromium-headless-shell', 'initdb'];

/** Runs `test/needs` where the path has just these programs, and `id` says who the user is. */
async function needs(
  programs: readonly string[],
  { userId = 1000, aptGet = '' } = {},
  more: readonly string[] = [],
) {
  const folder = temporaryFolder();
  for (const name of programs) writeProgram(join(folder, name), '');
  for (const name of ['ls', 'sh', 'chmod']) {
    symlinkSync(Bun.which(name) ?? '', join(folder, name));
  }
  writeProgram(join(folder, 'id'), `echo ${userId}`);
  if (aptGet !== '') writeProgram(join(folder, 'apt-get'), aptGet);
  const checked = run(more, { command: join(ROOT, 'test/needs'), folder, env: { PATH: folder } });
  const { code } = await checked.exited;
  return { code, stdout: checked.stdout(), stderr: checked.stderr() };
}

test('where everything is there, nothing is installed and nothing said', async () => {
  const aptGet = 'echo installs >&2';
  expect(await needs(PROGRAMS, { userId: 0, aptGet })).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('any Chromium serves', async () => {
  const others = PROGRAMS.filter((name) => !name.startsWith('chromium'));
  expect((await needs([...others, 'chromium'])).code).toBe(0);
});

test('an ordinary user is told what is missing, and the tests do not run', async () => {
  const { code, stderr } = await needs(['openssl', 'chromium-headless-shell', 'initdb']);
  expect(code).toBe(1);
  expect(stderr).toStartWith('The tests need redis-server, which could not be found or installed');
});

test('an install that fails ends with what is still missing', async () => {
  const { code, stderr } = await needs(['initdb'], { userId: 0, aptGet: 'exit 100' });
  expect(code).toBe(1);
  expect(stderr).toContain('The tests need redis-server openssl chromium-headless-shell,');
});

test('root gets what is missing', async () => {
  const aptGet = 'for name; do case $name in chromium*) : >"$name"; chmod +x "$name" ;; esac; done';
  const others = PROGRAMS.filter((name) => !name.startsWith('chromium'));
  expect(await needs(others, { userId: 0, aptGet })).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('a program that is asked for by name is missed too', async () => {
  const { code, stderr } = await needs(PROGRAMS, {}, ['no-such-balancer']);
  expect(code).toBe(1);
  expect(stderr).toStartWith('The tests need no-such-balancer, which could not');
  expect((await needs([...PROGRAMS, 'a-balancer'], {}, ['a-balancer'])).code).toBe(0);
});
