import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault } from '../../src/host/config/config.ts';
import { loadSetup } from '../../src/host/config/setup.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { eventually } from '../eventually.ts';
import { startInProcess } from '../in-process.ts';
import { buy, SHARED_KEY } from '../notices/exchange.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { AMPLE_LIMITS, atCleanUp, cleanUp, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

test('a machine whose clock is 40 seconds off ends, each time that it is started, until it is right', async () => {
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
  const ends: string[] = [];
  const start = async () => {
    const machine = await startInProcess(setup, {
      ...createRuntime(silentLog),
      nowMs: () => Date.now() + aheadMs,
      end: (reason) => void ends.push(reason),
    });
    atCleanUp(() => machine.stop(0));
    return machine;
  };
  for (const [ms, said] of [
    [40_000, 'is 40 seconds ahead of'],
    [-40_000, 'is 40 seconds behind'],
  ] as const) {
    ends.length = 0;
    aheadMs = 0;
    const running = await start();
    await buy(running.port);
    aheadMs = ms;
    await eventually(() => ends.length > 0);
    await running.stop(0);
    ends.length = 0;
    const again = await start();
    await eventually(() => ends.length > 0);
    await again.stop(0);
    expect(ends[0]).toContain(said);
  }
  aheadMs = 0;
  ends.length = 0;
  const right = await start();
  await buy(right.port);
  await Bun.sleep(2500);
  expect(ends).toEqual([]);
});
