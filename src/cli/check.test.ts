import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../test/command.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { check } from './check.ts';

afterAll(cleanUp);

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'mine.yaml');
  writeFileSync(file, text);
  return file;
}

test('a good file is right, with its notes behind', async () => {
  const file = fileWith('listen: { port: 9000 }\n');
  const { code, stdout, stderr } = await runCommand(check, [file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [verdict, ...notes] = stdout.trimEnd().split('\n');
  expect(verdict).toBe(`${file} is right`);
  expect(notes.length).toBeGreaterThan(0);
  for (const note of notes) expect(note).toStartWith('note: ');
});

test('without an argument the file that PARLEY_CONFIG names is judged', async () => {
  const file = fileWith('listen: { port: 9000 }\n');
  const { stdout } = await runCommand(check, [], { PARLEY_CONFIG: file });
  expect(stdout).toStartWith(`${file} is right\n`);
});

test('a bad file exits 1 with the reason alone', async () => {
  const file = fileWith('listen: { port: 90000 }\n');
  const { code, stdout, stderr } = await runCommand(check, [file]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toStartWith(`${file}, line 1: listen.port: expected`);
});

test('a key of 0.1 that is gone is a warning, and several servers behind it are refused', async () => {
  const file = fileWith('redisUrls: [redis://a]\nledger: { lanes: 4 }\n');
  const { code, stdout } = await runCommand(check, [file]);
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    `${file} is right`,
    expect.stringContaining(`warning: ${file}, line 1: redisUrls is read as redisUrl`),
    expect.stringContaining(`warning: ${file}, line 2: ledger.lanes has no effect any more`),
  ]);
  const several = fileWith('redisUrls: [redis://a, redis://b]\n');
  const refused = await runCommand(check, ['--upgrade', several]);
  expect({ ...refused, stderr: '' }).toEqual({ code: 1, stdout: '', stderr: '' });
  expect(refused.stderr).toStartWith(
    `${several}, line 1: redisUrls: limits are shared through one`,
  );
});

test('--upgrade says what the first start does, and only if asked', async () => {
  const [file, folder] = [fileWith('{}\n'), temporaryFolder()];
  const variables = { PARLEY_DATA_DIR: folder };
  const { code, stdout } = await runCommand(check, ['--upgrade', file], variables);
  expect(code).toBe(0);
  expect(stdout).toContain(`database: ${join(folder, 'parley.db')} is new\n`);
  expect((await runCommand(check, [file], variables)).stdout).not.toContain('database:');
});

test('--upgrade names a bidder that needs a new key, and goes on', async () => {
  const bidder = '{ name: near, kind: openrtb, url: "http://127.0.0.1:9/" }';
  const file = fileWith(`partners: [${bidder}]\n`);
  const variables = { PARLEY_DATA_DIR: temporaryFolder() };
  const { code, stdout } = await runCommand(check, ['--upgrade', file], variables);
  expect(code).toBe(0);
  expect(stdout).toContain('partner near: its url has an internal address');
});

test('--upgrade exits 1 where this version cannot run on the data', async () => {
  const [file, folder] = [fileWith('{}\n'), temporaryFolder()];
  writeFileSync(join(folder, 'parley.db'), 'not a database'.repeat(100));
  const { code, stdout } = await runCommand(check, ['--upgrade', file], {
    PARLEY_DATA_DIR: folder,
  });
  expect(code).toBe(1);
  expect(stdout).toContain('database: ');
});

test('it explains itself, and refuses what it does not understand with exit code 2', async () => {
  const help = await runCommand(check, ['--help', 'nothing.yaml']);
  expect({ ...help, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(help.stdout).toContain('Usage: parley check [options] [file]');
  expect(await runCommand(check, ['a.yaml', 'b.yaml'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'parley check: expected one file, but got 2: a.yaml, b.yaml\n',
  });
});
