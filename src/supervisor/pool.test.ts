import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../observe/log.ts';
import { startPool } from './pool.ts';

/** Processes that this one started and that are still there. */
function children(): readonly string[] {
  const folder = '/proc/self/task';
  return existsSync(folder)
    ? readdirSync(folder).flatMap((thread) => {
        const text = readFileSync(join(folder, thread, 'children'), 'utf8').trim();
        return text === '' ? [] : text.split(' ');
      })
    : [];
}

test('a worker that will not start stops the whole, with its reason, and leaves no process', async () => {
  const before = children();
  const assignment = {
    setupFile: '/nowhere/setup.json',
    memoryFile: '/nowhere/memory',
    workers: 2,
    machineId: 'm',
    catalogUrl: undefined,
  };
  const pool = await startPool({
    count: 2,
    port: 0,
    assignment,
    newId: () => crypto.randomUUID(),
    onReplaced() {},
    log: silentLog,
  });
  expect(pool).toEqual({ reason: expect.stringContaining('/nowhere/setup.json') });
  expect(children()).toEqual(before);
});
