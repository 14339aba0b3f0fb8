import { afterAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeAbandonedFiles } from '../../src/host/machine/shared-files.ts';
import { BUN, cleanUp, ROOT, run } from '../process.ts';

afterAll(cleanUp);

/** A supervisor with two folders of shared files, of which it tells the memory. */
const PROGRAM = `
import { createSharedFiles } from '${join(ROOT, 'src/host/machine/shared-files.ts')}';
const files = [createSharedFiles(4096).memoryFile, createSharedFiles(0).memoryFile];
console.log(JSON.stringify(files));
setInterval(() => {}, 1000);
`;

test('a start removes the folders of a supervisor that was killed, and of none that runs', async () => {
  const supervisor = run(['-e', PROGRAM], { command: BUN });
  await supervisor.printed('\n');
  const files = JSON.parse(supervisor.stdout()) as readonly string[];
  removeAbandonedFiles(Date.now());
  expect(files.map((file) => existsSync(file))).toEqual([true, true]);
  process.kill(supervisor.pid, 'SIGKILL');
  await supervisor.exited;
  removeAbandonedFiles(Date.now());
  expect(files.map((file) => existsSync(dirname(file)))).toEqual([false, false]);
});
