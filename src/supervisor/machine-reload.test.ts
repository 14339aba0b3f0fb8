import { afterAll, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certify } from '../../test/http/certificate.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
import type { TlsFiles } from '../config/tls-files.ts';
import { DAY_MS } from '../lib/day.ts';
import { silentLog } from '../observe/log.ts';
import { createReload } from './machine-reload.ts';
import type { StartFault } from './worker-process.ts';

afterAll(cleanUp);

const workOf = (...names: readonly string[]) =>
  sharedWorkOf(names.map((name) => ({ name, kind: 'openrtb', url: 'https://dsp.example' })));

function machine(fault?: StartFault, nowMs = 0) {
  const [work, next] = [workOf('acme', 'zenith'), workOf('fresh', 'zenith')];
  const done: string[] = [];
  const logged: string[] = [];
  const use = (name: string) => ({ use: () => void done.push(name) });
  const state = {
    config: work.setup.config,
    port: 0,
    url: 'http://localhost',
    work,
    catalog: undefined,
    reloadFault: undefined as string | undefined,
    tlsFault: undefined,
  };
  const pool = {
    async reload() {
      // All workers have left the old memory only now.
      const isThere = existsSync(work.assignment.setupFile);
      done.push(`reload while the old files are ${isThere ? 'there' : 'gone'}`);
      return fault;
    },
  };
  const services = {
    budgets: use('budgets'),
    store: use('store'),
    supply: { publishersChanged: () => void done.push('supply') },
    leases: use('leases'),
    frequency: {
      use() {
        done.push('counts');
        return () => void done.push('late counts');
      },
    },
    metrics: use('metrics'),
    adcp: { use() {} },
    controlledStore: {},
    pool,
  } as unknown as Parameters<typeof createReload>[1];
  const note = (_: object, message: string) => void logged.push(message);
  const log = { ...silentLog, info: note, warn: note, error: note };
  return {
    work,
    next,
    state,
    done,
    logged,
    reload: createReload(state, services, { log, nowMs: () => nowMs }),
  };
}

test('a reload brings budgets, campaigns and limits to new memory before the workers go there', async () => {
  const { work, next, state, done, logged, reload } = machine();
  await reload.withSetup({
    ...next.setup,
    config: { ...next.setup.config, dataDir: work.setup.config.dataDir },
  });
  expect(done).toEqual([
    'budgets',
    'store',
    'supply',
    'leases',
    'counts',
    'reload while the old files are there',
    'late counts',
    'metrics',
  ]);
  expect(logged).toEqual(['config reloaded']);
  expect(existsSync(work.assignment.setupFile)).toBe(false);
  expect(state.work.setup.config.partners.map(({ name }) => name)).toEqual(['fresh', 'zenith']);
  state.work.remove();
});

test('a partner that is paused stays paused after a reload, wherever it is listed', async () => {
  const { work, next, state, reload } = machine();
  for (const { name } of work.setup.config.partners) work.partners.setPause(name, 'ada');
  await reload.withSetup(next.setup);
  expect([...state.work.memory.pauses.subarray(0, 3)]).toEqual([0, 1, 0]);
  expect(state.work.partners.pausedBy('zenith')).toBe('ada');
  state.work.remove();
});

test('what changes only at a restart is kept and logged', async () => {
  const { work, next, state, logged, reload } = machine();
  await reload.withSetup(next.setup);
  expect(logged[0]).toContain('change only at a restart');
  expect(state.work.setup.config.dataDir).toBe(work.setup.config.dataDir);
  state.work.remove();
});

test('a reload takes a certificate that expired only where the one in use has expired too', async () => {
  const folder = temporaryFolder();
  const [short, long] = [1, 3].map((days) => {
    certify(folder, `of-${days}`, undefined, days);
    const text = (ending: string) => readFileSync(join(folder, `of-${days}.${ending}`), 'utf8');
    return { cert: text('pem'), key: text('key') };
  });
  for (const [days, expected] of [
    [0, short],
    [2, long],
    [4, short],
  ] as const) {
    const { next, state, reload, logged } = machine(undefined, Date.now() + days * DAY_MS);
    await reload.withTls(long as TlsFiles);
    await reload.withSetup({ ...next.setup, tls: short });
    expect(logged).toContain('config reloaded');
    expect(state.work.setup.tls).toEqual(expected);
    state.work.remove();
  }
});

test('files that were deleted are created again with the same config', async () => {
  const { work, state, done, reload } = machine();
  work.remove();
  await reload.withNewFiles();
  expect(existsSync(state.work.assignment.setupFile)).toBe(true);
  expect(done).toContain('reload while the old files are gone');
  expect(state.work.setup).toBe(work.setup);
  state.work.remove();
});

test('reloads happen one after the other', async () => {
  const { done, state, reload } = machine();
  await Promise.all([reload.withNewFiles(), reload.withTls({ cert: 'c', key: 'k' })]);
  const kinds = done.map((step) => step.split(' ')[0]);
  const once = ['budgets', 'store', 'supply', 'leases', 'counts', 'reload', 'late', 'metrics'];
  expect(kinds).toEqual([...once, ...once]);
  state.work.remove();
});
