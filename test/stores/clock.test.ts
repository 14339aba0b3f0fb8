import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault } from '../../src/host/config/config.ts';
import { loadSetup } from '../../src/host/config/setup.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { startInProcess } from '../../src/programs/in-process.ts';
import { eventually } from '../eventually.ts';
import { bid, buy, call, SHARED_KEY } from '../notices/exchange.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { AMPLE_LIMITS, atCleanUp, cleanUp, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

type Status = {
  readonly database: { readonly clockAheadMs: number; readonly isSelling: boolean };
};

test('a machine whose clock is 40 seconds off sells nothing until it is right, and receives notices', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'parley.yaml');
  const ports = 'listen: { port: 0, host: 127.0.0.1, workers: 1 }\nadmin: { port: 0 }\n';
  const databaseUrl = await newPostgresDatabase();
  const keys = `notices: { keys: [${SHARED_KEY}] }\n`;
  const ledger = `dataDir: data\ndatabaseUrl: ${databaseUrl}\n`;
  writeFileSync(file, `${ports}${AMPLE_LIMITS}${keys}${ledger}`);
  const setup = loadSetup({ PARLEY_CONFIG: file }, folder);
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  let aheadMs = 0;
  const machine = await startInProcess(setup, {
    ...createRuntime(silentLog),
    nowMs: () => Date.now() + aheadMs,
  });
  atCleanUp(() => machine.stop(0));
  const { port, adminUrl } = machine;
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  const status = async () => {
    const { database } = (await (await fetch(`${adminUrl}/status`)).json()) as Status;
    return database;
  };
  const sold = await buy(port);
  for (const ms of [40_000, -40_000]) {
    aheadMs = ms;
    await eventually(async () => (await ready()) === 503);
    const refused = await bid(port);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('the clock of this server is wrong');
    expect((await call(sold.nurl)).status).toBe(204);
    await eventually(async () => Math.abs((await status()).clockAheadMs - ms) < 5000);
    expect((await status()).isSelling).toBeFalse();
    // In other shared memory, the clock is as wrong.
    await machine.reload(setup);
    expect(await ready()).toBe(503);
  }
  aheadMs = 0;
  await eventually(async () => (await ready()) === 200);
  await buy(port);
  expect((await status()).isSelling).toBeTrue();
});
