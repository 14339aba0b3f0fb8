import { afterAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  findLeftSlices,
  removeAbandonedFiles,
  sliceIndexFile,
} from '../../src/host/machine/shared-files.ts';
import { createSliceIndex } from '../../src/ledger/budgets/slice-index.ts';
import { BUN, cleanUp, ROOT, run } from '../process.ts';

afterAll(cleanUp);

/** A supervisor with two folders of shared files, of which it tells the memory. */
const PROGRAM = `
import { createSharedFiles } from '${join(ROOT, 'src/host/machine/shared-files.ts')}';
const files = [createSharedFiles('', 4096).memoryFile, createSharedFiles('', 0).memoryFile];
console.log(JSON.stringify(files));
setInterval(() => {}, 1000);
`;

test('a start removes the folders of a supervisor that was killed, and its budget slices once the ledger has released them', async () => {
  const supervisor = run(['-e', PROGRAM], { command: BUN });
  await supervisor.printed('\n');
  const [memoryFile = '', other = ''] = JSON.parse(supervisor.stdout()) as readonly string[];
  const ledger = crypto.randomUUID().replaceAll('-', '');
  const head = { ledger, allocatorId: 'killed' };
  createSliceIndex(sliceIndexFile({ memoryFile }), head).add([['own/boots', 12]]);
  expect(findLeftSlices(ledger, Date.now())).toBeUndefined();
  removeAbandonedFiles(Date.now());
  expect([memoryFile, other].map(existsSync)).toEqual([true, true]);
  process.kill(supervisor.pid, 'SIGKILL');
  await supervisor.exited;
  removeAbandonedFiles(Date.now());
  expect([memoryFile, dirname(other)].map(existsSync)).toEqual([true, false]);
  expect(findLeftSlices('of another', Date.now())).toBeUndefined();
  const left = findLeftSlices(ledger, Date.now());
  expect(left?.index).toEqual({ ...head, byteOf: new Map([['own/boots', 12]]) });
  expect(left?.memory.byteLength).toBe(4096);
  // Whoever has found it keeps it from others.
  expect(findLeftSlices(ledger, Date.now())).toBeUndefined();
  left?.remove();
  expect(existsSync(memoryFile)).toBe(false);
});
