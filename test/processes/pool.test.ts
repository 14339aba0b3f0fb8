import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '../../src/host/machine/pool.ts';
import { createSlots } from '../../src/host/machine/slots.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { eventually } from '../eventually.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { stateOf } from '../shared-work.ts';

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
    workers: 2,
    limitBuckets: 1024,
    machineId: 'm',
    catalogUrl: undefined,
  };
  const journals: string[] = [];
  const newId = () => {
    journals.push(crypto.randomUUID());
    return journals.at(-1) ?? '';
  };
  const slots = createSlots(assignment.workers, newId);
  const pool = createPool({
    ...createRuntime(silentLog),
    slots,
    end() {},
    port: 0,
    assignment,
    offers: {},
    onReplaced() {},
  });
  expect(await pool.start()).toEqual({ reason: expect.stringContaining('/nowhere/setup.json') });
  // Those of earlier test files may end meanwhile.
  expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
  expect(journals.length).toBeGreaterThanOrEqual(2);
  expect(journals.some(slots.isWriter)).toBe(false);
  expect([0, 1, 2, 3].some(slots.isLive)).toBe(false);
});

test('a worker that hangs is killed and replaced, and one whose replacement does not start stays', async () => {
  const { port, work } = stateOf({});
  const causes: string[] = [];
  const runtime = createRuntime(silentLog);
  const pool = createPool({
    ...runtime,
    slots: createSlots(1, runtime.newId),
    port,
    assignment: work.assignment,
    offers: {},
    onReplaced: (cause) => causes.push(cause),
    checkMs: 50,
  });
  expect(await pool.start()).toBeUndefined();
  const [first = 0] = pool.pids();
  process.kill(first, 'SIGSTOP');
  await eventually(() => pool.pids().length > 0 && !pool.pids().includes(first));
  expect(causes).toEqual(['hung']);

  const [second = 0] = pool.pids();
  await eventually(async () => (await pool.ask('status')).every((one) => one !== undefined));
  const setupFile = join(temporaryFolder(), 'setup.json');
  writeFileSync(setupFile, '{');
  const reloaded = await pool.reload({ ...work.assignment, setupFile });
  // Then those of before stay.
  expect(reloaded).toEqual({ reason: expect.stringContaining('JSON') });
  await eventually(() => pool.pids().join() === String(second));
  await pool.stop(0);
});
