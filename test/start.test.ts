import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CAMPAIGNS_FILE } from '../src/demand/campaigns/default-campaigns.ts';
import { ConfigFault } from '../src/host/config/config.ts';
import { loadSetup, reloadSetup, type Setup } from '../src/host/config/setup.ts';
import { freePort } from '../src/host/http/free-port.ts';
import { lockDataDir } from '../src/host/machine/data-lock.ts';
import { startMachine } from '../src/host/machine/machine.ts';
import { silentLog } from '../src/host/observe/log.ts';
import { createRuntime } from '../src/lib/runtime.ts';
import { start } from '../src/programs/cli/start.ts';
import { runCommand } from './command.ts';
import { startInProcess } from './in-process.ts';
import { buy, call } from './notices/exchange.ts';
import { atCleanUp, cleanUp, temporaryFolder } from './process.ts';

afterEach(cleanUp);

const ENV = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0' };

const orThrow = (setup: Setup | ConfigFault): Setup => {
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  return setup;
};

function startIn(folder: string, env: Readonly<Record<string, string>> = {}) {
  const setup = orThrow(loadSetup({ ...ENV, ...env }, folder));
  return startInProcess(setup, createRuntime(silentLog));
}

describe('a start fails with the reason', () => {
  const occupant = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    reusePort: true,
    fetch: () => new Response(),
  });
  afterAll(() => occupant.stop(true));
  const port = String(occupant.port);

  test.each([
    // 192.0.2.0/24 is set aside for documentation.
    [{ HOST: '192.0.2.1' }, 'This machine has no address 192.0.2.1'],
    // Even where the other process would share it.
    [
      { ADMIN_PORT: port },
      `Port ${port} on 127.0.0.1 is in use by another process; set ADMIN_PORT`,
    ],
  ])('%o', async (env, reason) => {
    await expect(startIn(temporaryFolder(), env)).rejects.toThrow(reason);
  });

  test('a data folder that another server has', async () => {
    const folder = temporaryFolder();
    const lock = lockDataDir(join(folder, 'data'));
    if ('reason' in lock) throw new Error(lock.reason);
    atCleanUp(lock.release);
    await expect(startIn(folder)).rejects.toThrow(
      `The data folder ${join(folder, 'data')} is in use`,
    );
  });

  test('a data folder in which no journals can be kept, before a notice is lost', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/journals'), 'a file where a folder belongs');
    await expect(startIn(folder)).rejects.toThrow('The journals cannot be kept: ');
  });

  test('a log level that does not exist, and a config file with a bad value', async () => {
    const file = join(temporaryFolder(), 'parley.yaml');
    writeFileSync(file, '# limits\nlimits:\n  ipPerSecond: many\n');
    for (const [env, reason] of [
      [{ LOG_LEVEL: 'loud' }, 'The environment variable LOG_LEVEL: expected one of trace'],
      [{ PARLEY_CONFIG: file }, `${file}, line 3: limits.ipPerSecond: expected an integer`],
    ] as const) {
      const { code, stderr } = await runCommand(start, [], env);
      expect(code).toBe(1);
      expect(stderr).toStartWith(`Parley did not start. ${reason}`);
    }
  });
});

test('workers, which say that a machine is ready, start once its admin port answers', async () => {
  const port = freePort('127.0.0.1');
  const setup = orThrow(loadSetup({ ...ENV, ADMIN_PORT: String(port) }, temporaryFolder()));
  let status = 0;
  const ended = Promise.withResolvers<{ readonly exitCode: 1; readonly signal: null }>();
  const end = () => ended.resolve({ exitCode: 1, signal: null });
  await startMachine(setup, createRuntime(silentLog), [], () => ({
    pid: 0,
    ready: fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => {
      ({ status } = answer);
      return { reason: 'no worker' };
    }),
    exited: ended.promise,
    ask: async () => undefined,
    stop: async () => end(),
    kill: end,
    memoryBytes: () => 0,
  }));
  expect(status).toBe(200);
});

describe('a reload', () => {
  test('with another data folder and other keys keeps those that notices were signed with', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'parley.yaml');
    const config = `partners: [{ name: house, kind: campaigns, path: ${DEFAULT_CAMPAIGNS_FILE} }]\n`;
    writeFileSync(file, config);
    const machine = await startIn(folder);
    atCleanUp(() => machine.stop(0));
    const { nurl } = await buy(machine.port);
    for (const more of [
      'dataDir: elsewhere\n',
      'notices: { keys: ["a key of more than thirty-two characters"] }\n',
    ]) {
      writeFileSync(file, `${config}${more}`);
      await machine.reload(reloadSetup(file, ENV, folder));
      expect((await call(nurl)).status).toBe(204);
    }
  });

  test('of a file with an emptied section falls back to its defaults', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'parley.yaml');
    writeFileSync(file, 'limits:\npartners:\n');
    const { config } = orThrow(reloadSetup(file, ENV, folder));
    expect(config.limits.ipPerSecond).toBe(100);
    expect(config.partners.map(({ name }) => name)).toEqual(['house', 'shop']);
  });
});
