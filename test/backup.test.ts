import { afterAll, expect, test } from 'bun:test';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CAMPAIGNS_FILE } from '../src/demand/campaigns/default-campaigns.ts';
import { ConfigFault } from '../src/host/config/config.ts';
import { loadSetup } from '../src/host/config/setup.ts';
import type { Machine } from '../src/host/machine/machine.ts';
import { silentLog } from '../src/host/observe/log.ts';
import { createRuntime } from '../src/lib/runtime.ts';
import { backup, restore } from '../src/programs/cli/backup.ts';
import { report } from '../src/programs/cli/report.ts';
import { runCommand } from './command.ts';
import { eventually } from './eventually.ts';
import { startInProcess } from './in-process.ts';
import { buy, call } from './notices/exchange.ts';
import { AMPLE_LIMITS, atCleanUp, cleanUp, temporaryFolder } from './process.ts';

afterAll(cleanUp);

const CONFIG = `${AMPLE_LIMITS}admin: { port: 0 }
partners: [{ name: house, kind: campaigns, path: ${DEFAULT_CAMPAIGNS_FILE} }]
`;

/** A folder with a config, and the commands of `parley` for it. */
function folderOfServer() {
  const folder = temporaryFolder();
  const file = join(folder, 'parley.yaml');
  writeFileSync(file, CONFIG);
  const env = { PARLEY_CONFIG: file };
  return {
    folder,
    async start(): Promise<Machine> {
      const setup = loadSetup({ ...env, HOST: '127.0.0.1', PORT: '0' }, folder);
      if (setup instanceof ConfigFault) throw new Error(setup.message);
      return startInProcess(setup, createRuntime(silentLog));
    },
    parley: (command: typeof backup, ...args: readonly string[]) => runCommand(command, args, env),
    /** What its ledger says is owed, in micros. */
    async spentMicros(): Promise<number> {
      const { stdout } = await runCommand(report, ['--by', 'day', '--format', 'json'], env);
      const { totals } = JSON.parse(stdout) as { totals: { spend_usd: string } };
      return Math.round(Number(totals.spend_usd) * 1e6);
    },
  };
}

/** Sells an impression and bills it; returns its CPM. */
async function sellAndBill({ port }: Machine): Promise<number> {
  const { burl = '', price } = await buy(port);
  expect((await call(burl, { price: String(price) })).status).toBe(204);
  return price;
}

const micros = (prices: readonly number[]): number =>
  Math.round(prices.reduce((sum, price) => sum + price * 1000, 0));

test('a backup of a server under load has what was billed before once, and nothing twice', async () => {
  const server = folderOfServer();
  const machine = await server.start();
  const billed: number[] = [];
  let isOver = false;
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver) billed.push(await sellAndBill(machine));
  });
  await eventually(() => billed.length >= 50);
  const before = micros(billed);
  const copy = join(temporaryFolder(), 'copy');
  expect(await server.parley(backup, copy)).toMatchObject({ code: 0, stderr: '' });
  isOver = true;
  await Promise.all(load);
  await machine.stop(0);

  const restored = folderOfServer();
  expect((await restored.parley(restore, copy)).code).toBe(0);
  // A stop brings every journal into the database.
  await (await restored.start()).stop(0);
  const spent = await restored.spentMicros();
  expect(spent).toBeGreaterThanOrEqual(before);
  expect(spent).toBeLessThanOrEqual(micros(billed));
});

test('what only the journals of a server have is counted after a restore, and nothing twice', async () => {
  const server = folderOfServer();
  const machine = await server.start();
  atCleanUp(() => machine.stop(0));
  const billed: number[] = [];
  const billTen = async () => {
    for (let i = 0; i < 10; i++) billed.push(await sellAndBill(machine));
  };
  await billTen();
  const copy = join(temporaryFolder(), 'copy');
  expect((await server.parley(backup, copy)).code).toBe(0);
  await billTen();

  const restored = folderOfServer();
  expect((await restored.parley(restore, copy)).code).toBe(0);
  // The backup has the first ten alone.
  const journals = 'data/journals';
  cpSync(join(server.folder, journals), join(restored.folder, journals), { recursive: true });
  await (await restored.start()).stop(0);
  expect(await restored.spentMicros()).toBe(micros(billed));
});
