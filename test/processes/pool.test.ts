import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault, loadConfig } from '../../src/host/config/config.ts';
import { completeSetup } from '../../src/host/config/setup.ts';
import { freePort } from '../../src/host/http/free-port.ts';
import { createPool } from '../../src/host/machine/pool.ts';
import { shareWork } from '../../src/host/machine/shared-files.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { eventually } from '../eventually.ts';
import { cleanUp, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

// What hangs is given up in its time.
const patient = process.env.PARLEY_TEST_PATIENT;
beforeEach(() => {
  delete process.env.PARLEY_TEST_PATIENT;
});
afterEach(() => {
  process.env.PARLEY_TEST_PATIENT = patient;
});

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
    feedFile: '/nowhere/feed.tsv',
    sellerSocket: '/nowhere/seller.sock',
    workers: 2,
    machineId: 'm',
    catalogUrl: undefined,
  };
  const journals: string[] = [];
  const newId = () => {
    journals.push(crypto.randomUUID());
    return journals.at(-1) ?? '';
  };
  const pool = createPool({
    ...createRuntime(silentLog),
    newId,
    end() {},
    port: 0,
    assignment,
    onReplaced() {},
    bringImage: async () => 'unknown',
  });
  expect(await pool.start()).toEqual({ reason: expect.stringContaining('/nowhere/setup.json') });
  // Those of earlier test files may end meanwhile.
  expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
  expect(journals.length).toBeGreaterThanOrEqual(2);
  expect(journals.some(pool.isWriter)).toBe(false);
  expect([0, 1, 2, 3].some(pool.isLiveSlot)).toBe(false);
});

test('a worker that hangs is killed and replaced', async () => {
  const env = { HOST: '127.0.0.1', PARLEY_DATA_DIR: temporaryFolder() };
  const setup = completeSetup(loadConfig(env, '/nonexistent'));
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  const keys = ['a key of more than thirty-two characters'];
  const machine = { workers: 1, machineId: 'm', catalogUrl: undefined };
  const work = shareWork({ ...setup, config: { ...setup.config, notices: { keys } } }, machine);
  const causes: string[] = [];
  const pool = createPool({
    ...createRuntime(silentLog),
    port: freePort('127.0.0.1'),
    assignment: work.assignment,
    onReplaced: (cause) => causes.push(cause),
    bringImage: async () => 'unknown',
    checkMs: 50,
  });
  expect(await pool.start()).toBeUndefined();
  const [first = 0] = pool.pids();
  process.kill(first, 'SIGSTOP');
  await eventually(() => pool.pids().length > 0 && !pool.pids().includes(first));
  expect(causes).toEqual(['hung']);
  await pool.stop(0);
  work.remove();
});
