import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault, loadConfig } from '../../src/host/config/config.ts';
import { completeSetup } from '../../src/host/config/setup.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { startInProcess } from '../in-process.ts';
import { RUN_FOLDER } from '../test-run.ts';
import { BUYER_TOKEN, post, SELLING, toolMessage } from './call-seller.ts';

let machine: Machine | undefined;
afterEach(async () => {
  await machine?.stop(0);
  machine = undefined;
});

function setupOf(dataDir: string) {
  const config = loadConfig({ HOST: '127.0.0.1', PORT: '0' }, '/nonexistent');
  if (config instanceof ConfigFault) throw new Error(config.message);
  const setup = completeSetup({
    ...config,
    ...SELLING,
    partnersFrom: 'file',
    dataDir,
    admin: { host: '127.0.0.1', port: 0, token: undefined, tokens: [] },
    adcp: {
      ...SELLING.adcp,
      buyers: [{ id: 'acme', name: 'Acme', token: BUYER_TOKEN }],
    },
  });
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  return setup;
}

const newFolder = () => mkdtempSync(join(RUN_FOLDER, 'test-seller-'));

const start = async (setup: ReturnType<typeof setupOf>, log = silentLog) => {
  machine = await startInProcess(setup, { ...createRuntime(log), log });
  return machine;
};

test('a reload turns the seller off and on again, with other buyers', async () => {
  const dataDir = newFolder();
  const { url, reload } = await start(setupOf(dataDir));
  const statusOf = async (token: string) =>
    (await post(url, toolMessage('get_adcp_capabilities'), { token })).status;
  const setup = setupOf(dataDir);
  const withAdcp = (adcp: Partial<typeof setup.config.adcp>) => ({
    ...setup,
    config: { ...setup.config, adcp: { ...setup.config.adcp, ...adcp } },
  });
  await reload(withAdcp({ enabled: false }));
  expect(await statusOf(BUYER_TOKEN)).toBe(404);
  const token = 'another-token-0123456789';
  await reload(withAdcp({ buyers: [{ id: 'acme', name: 'Acme', token }] }));
  expect(await statusOf(token)).toBe(200);
  expect(await statusOf(BUYER_TOKEN)).toBe(401);
});
