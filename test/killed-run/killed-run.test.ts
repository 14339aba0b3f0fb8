import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { BUN, cleanUp, ROOT, run } from '../process.ts';
import { readSourceFiles, withoutComments } from '../source-files.ts';

afterAll(cleanUp);

type Listed = { readonly pid: number; readonly parent: number; readonly name: string };

/** The processes of this machine that run, as Linux lists them. */
function listProcesses(): readonly Listed[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = readStat(pid);
      const [, name = '', state, parent] = /\((.*)\) (\S) (\d+)/.exec(stat) ?? [];
      // One that has ended and waits for its parent to notice is listed too.
      return stat === '' || state === 'Z'
        ? []
        : [{ pid: Number(pid), parent: Number(parent), name }];
    });
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

function descendantsOf(pid: number, all = listProcesses()): readonly Listed[] {
  return all
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...descendantsOf(child.pid, all)]);
}

test('a test run that is killed leaves no process and no folder behind', async () => {
  const script = join(ROOT, 'test/killed-run/starts-everything.ts');
  const tests = run(['test', script], { command: BUN, folder: ROOT });
  await tests.printed('everything is running');
  const started = descendantsOf(tests.pid);
  for (const name of ['postgres', 'redis-server', 'bun', 'chrom', 'clean-up']) {
    expect(started.map((process) => process.name).join()).toContain(name);
  }
  const folder = /running in (\S+)/.exec(tests.stdout())?.[1] ?? '';
  expect(existsSync(folder)).toBe(true);

  process.kill(tests.pid, 'SIGKILL');
  const left = () => {
    const names = new Map(listProcesses().map(({ pid, name }) => [pid, name]));
    return started.filter(({ pid, name }) => names.get(pid) === name);
  };
  await eventually(() => left().length === 0 && !existsSync(folder));
});

test('every process of a test is started through the code that ends it', () => {
  const starting = readSourceFiles('src', 'test')
    .filter(({ path }) => path.startsWith('test/') || path.endsWith('.test.ts'))
    .filter(({ text }) => /\bspawn\(/.test(withoutComments(text)))
    .map(({ path }) => path);
  expect(starting).toEqual(['test/test-run.ts']);
});
