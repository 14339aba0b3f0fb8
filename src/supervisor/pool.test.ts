import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../test/eventually.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { ConfigFault, loadConfig } from '../config/config.ts';
import { completeSetup } from '../config/setup.ts';
import { silentLog } from '../observe/log.ts';
import { createPool } from './pool.ts';
import { shareWork } from './shared-work.ts';

afterAll(cleanUp);

/** Processes that this one started and that are still there. */
function children(): readonly string[] {
  const folder = '/proc/self/task';
  return existsSync(folder)
    ? readdirSync(folder).flatMap((thread) => {
        const text = childrenOf(join(folder, thread)).trim();
        return text === '' ? [] : text.split(' ');
      })
    : [];
}

/** A thread that ends meanwhile leaves its children to another one. */
function childrenOf(thread: string): string {
  try {
    return readFileSync(join(thread, 'children'), 'utf8');
  } catch {
    return '';
  }
}

test('a worker that does not start ends the start of the machine with its reason, and no process is left', async () => {
  const before = children();
  const assignment = {
    setupFile: '/nowhere/setup.json',
    memoryFile: '/nowhere/memory',
    feedFile: '/nowhere/campaigns.tsv',
    workers: 2,
    machineId: 'm',
    catalogUrl: undefined,
  };
  const live = { slots: new Set<number>(), journals: new Set<string>() };
  const pool = createPool({
    count: 2,
    port: 0,
    assignment,
    live,
    newId: () => crypto.randomUUID(),
    recreateFiles: async () => {},
    onReplaced() {},
    log: silentLog,
  });
  expect(await pool.start()).toEqual({ reason: expect.stringContaining('/nowhere/setup.json') });
  // Those of earlier test files may end meanwhile.
  expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
  expect([...live.slots, ...live.journals]).toEqual([]);
});

test('a worker that hangs is killed and replaced', async () => {
  const env = { HOST: '127.0.0.1', PARLEY_DATA_DIR: temporaryFolder() };
  const setup = completeSetup(loadConfig(env, '/nonexistent'));
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  const keys = ['a key of more than thirty-two characters'];
  const work = shareWork({ ...setup, config: { ...setup.config, notices: { keys } } }, 1);
  const { setupFile, memoryFile, feedFile } = work;
  const files = { setupFile, memoryFile, feedFile };
  const causes: string[] = [];
  const pool = createPool({
    count: 1,
    port: 0,
    assignment: { ...files, workers: 1, machineId: 'm', catalogUrl: undefined },
    live: { slots: new Set(), journals: new Set() },
    newId: () => crypto.randomUUID(),
    recreateFiles: async () => {},
    onReplaced: (cause) => causes.push(cause),
    checkMs: 50,
    log: silentLog,
  });
  expect(await pool.start()).toBeUndefined();
  const [first = 0] = pool.pids();
  process.kill(first, 'SIGSTOP');
  await eventually(() => pool.pids().length > 0 && !pool.pids().includes(first));
  expect(causes).toEqual(['hung']);
  await pool.stop(0);
  work.remove();
});
