import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault, loadConfig } from '../../src/host/config/config.ts';
import { completeSetup } from '../../src/host/config/setup.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { databaseLocationOf } from '../../src/ledger/locations.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { openDatabase } from '../../src/lib/sql/database.ts';
import { BUYER_ACCOUNT_TABLE } from '../../src/parts/adcp/records/account-record.ts';
import { startInProcess } from '../../src/programs/in-process.ts';
import { RUN_FOLDER } from '../test-run.ts';
import { BUYER_TOKEN, post, SELLING, toolMessage } from './call-seller.ts';

let machine: Machine | undefined;
afterEach(async () => {
  await machine?.stop(0);
  machine = undefined;
});

function setupOf(dataDir: string, testController: boolean, isSandbox = true) {
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
      testController,
      buyers: [{ id: 'acme', name: 'Acme', token: BUYER_TOKEN, sandbox: isSandbox }],
    },
  });
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  return setup;
}

const newFolder = () => mkdtempSync(join(RUN_FOLDER, 'test-controller-'));

/** As a buyer would have declared it. */
async function storeAccount(dataDir: string, isSandbox: boolean): Promise<void> {
  const database = await openDatabase(databaseLocationOf({ dataDir }));
  await database.transaction((query) =>
    BUYER_ACCOUNT_TABLE.write(query, {
      id: `acc-${isSandbox}`,
      buyer: 'acme',
      account: `acc-${isSandbox}`,
      state: 'active',
      definition: {
        brand: { domain: 'acme.example' },
        operator: 'acme.example',
        isSandbox,
        name: 'Acme',
        billing: 'operator',
        reason: '',
      },
      revision: isSandbox ? 1 : 2,
      createdMs: 0,
      createdRevision: isSandbox ? 1 : 2,
      changedMs: 0,
      changedBy: 'acme',
    }),
  );
  await database.close();
}

const start = async (setup: ReturnType<typeof setupOf>, log = silentLog) => {
  machine = await startInProcess(setup, { ...createRuntime(log), log });
  return machine;
};

test('a start with the test controller and a real account in the store is refused, and one without is not', async () => {
  const dataDir = newFolder();
  await (await start(setupOf(dataDir, true))).stop(0);
  await storeAccount(dataDir, true);
  await (await start(setupOf(dataDir, true))).stop(0);
  await storeAccount(dataDir, false);
  await (await start(setupOf(dataDir, false))).stop(0);
  machine = undefined;
  await expect(start(setupOf(dataDir, true))).rejects.toThrow(
    'adcp.testController: expected a store whose accounts are all of the sandbox, but acc-false is not',
  );
});

test('a reload that would bring it to a real account is refused, and all goes on as before', async () => {
  const dataDir = newFolder();
  const reasons: unknown[] = [];
  const log = { ...silentLog, error: (facts: object) => void reasons.push(facts) };
  const { url, reload } = await start(setupOf(dataDir, false), log);
  await storeAccount(dataDir, false);
  await reload(setupOf(dataDir, true, false));
  expect(reasons).toEqual([{ reason: expect.stringContaining('but acc-false is not') }]);
  const answer = await post(url, toolMessage('get_adcp_capabilities'), { token: BUYER_TOKEN });
  expect(answer.status).toBe(200);
});

test('a reload turns the seller off and on again, with other buyers', async () => {
  const dataDir = newFolder();
  const { url, reload } = await start(setupOf(dataDir, false));
  const statusOf = async (token: string) =>
    (await post(url, toolMessage('get_adcp_capabilities'), { token })).status;
  const setup = setupOf(dataDir, false);
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
