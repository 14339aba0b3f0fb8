import { afterEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { lockDataDir } from '../src/supervisor/data-lock.ts';
import { openHalfSent, untilRefused } from './http/half-sent.ts';
import { ask } from './http/request.ts';
import {
  BUILT_RELEASE,
  cleanUp,
  killGroup,
  LONG_AUCTIONS,
  ROOT,
  run,
  serve,
  temporaryFolder,
} from './process.ts';

afterEach(cleanUp);

const STEPS = [
  'Parley is starting',
  'loading the word lists and the demand',
  'opening the ledger',
  'starting the workers',
];

/** The one sentence on standard error of a `parley start` that must not succeed. */
async function refusalToStart(
  env: Readonly<Record<string, string>>,
  folder = temporaryFolder(),
): Promise<string> {
  const started = run(['start'], { folder, env });
  expect(await started.exited).toEqual({ code: 1, signal: null });
  // What it was doing, if it came so far.
  const lines = started.stdout().split('\n').slice(0, -1);
  const steps = lines.map((line) => JSON.parse(line).msg);
  expect(STEPS.slice(0, steps.length)).toEqual(steps);
  const [sentence = '', ...rest] = started.stderr().split('\n');
  expect(rest).toEqual(['']);
  expect(sentence).toStartWith('Parley did not start. ');
  return sentence.slice('Parley did not start. '.length);
}

const secondServer = (port: number, adminPort: number, folder: string) =>
  `A second server on this machine starts with ports and a data folder of its own: PORT=${beside(port)} ADMIN_PORT=${beside(adminPort)} PARLEY_DATA_DIR=${join(folder, 'data')}-2 ${BUILT_RELEASE === undefined ? 'bin/' : ''}parley start.`;

const beside = (port: number) => (port === 0 ? 0 : port + 1000);

describe('a start that fails says why in one sentence and exits 1', () => {
  test('a port in use', async () => {
    const occupant = createServer();
    const port = await new Promise<number>((resolve) => {
      occupant.listen(0, '127.0.0.1', () => {
        const address = occupant.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const folder = temporaryFolder();
    const reason = await refusalToStart({ HOST: '127.0.0.1', PORT: String(port) }, folder);
    expect(reason).toBe(
      `Port ${port} on 127.0.0.1 is in use by another process; set PORT or listen.port to a free one. ${secondServer(port, 8081, folder)}`,
    );
    await new Promise((resolve) => occupant.close(resolve));
  });

  test('an admin port in use, even where the other process would share it', async () => {
    const occupant = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      reusePort: true,
      fetch: () => new Response(),
    });
    const folder = temporaryFolder();
    const adminPort = occupant.port ?? 0;
    const env = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: String(adminPort) };
    const reason = await refusalToStart(env, folder);
    expect(reason).toBe(
      `Port ${adminPort} on 127.0.0.1 is in use by another process; set ADMIN_PORT or admin.port to a free one. ${secondServer(0, adminPort, folder)}`,
    );
    await occupant.stop(true);
  });

  test('a data folder in use', async () => {
    const folder = temporaryFolder();
    const lock = lockDataDir(join(folder, 'data'));
    if ('reason' in lock) throw new Error(lock.reason);
    const env = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0' };
    const reason = await refusalToStart(env, folder);
    expect(reason).toBe(
      `The data folder ${join(folder, 'data')} is in use by the Parley process ${process.pid}; stop that process, or set dataDir or PARLEY_DATA_DIR to another folder. ${secondServer(0, 0, folder)}`,
    );
    lock.release();
  });

  test('an address that this machine does not have', async () => {
    // 192.0.2.0/24 is set aside for documentation.
    const reason = await refusalToStart({ HOST: '192.0.2.1', PORT: '0' });
    expect(reason).toStartWith('This machine has no address 192.0.2.1 to listen on');
  });

  test('a config file with a bad value', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'parley.yaml');
    writeFileSync(file, '# limits\nlimits:\n  ipPerSecond: many\n');
    const reason = await refusalToStart({ PORT: '0' }, folder);
    expect(reason).toStartWith(`${file}, line 3: limits.ipPerSecond: expected an integer`);
  });

  test('a log level that does not exist', async () => {
    const reason = await refusalToStart({ LOG_LEVEL: 'loud', PORT: '0' });
    expect(reason).toStartWith('The environment variable LOG_LEVEL: expected one of trace, debug');
  });
});

test('an argument is refused, so that nobody takes it for the config file', async () => {
  const started = run(['start', 'my.yaml'], { env: { PORT: '0' } });
  expect((await started.exited).code).toBe(2);
  expect(started.stderr()).toContain('PARLEY_CONFIG');
});

test('a start with a config of one key serves with the defaults of the others', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'parley.yaml'), 'admin: { port: 0 }\n');
  const started = run(['start'], { folder, env: { PORT: '0', HOST: '127.0.0.1' } });
  await started.printed('"Parley is listening"');
  expect(started.stdout()).toContain('"partners":["house","shop"]');
  expect(started.stdout()).not.toContain('"level":40');
  process.kill(started.pid, 'SIGINT');
  expect((await started.exited).code).toBe(0);
});

describe('Ctrl-C in a terminal that runs `npm start`', () => {
  const viaNpm = (env: Readonly<Record<string, string>> = {}) =>
    serve(LONG_AUCTIONS, { command: 'npm', folder: ROOT, env });

  test('stops the server in order, without an error from our side', async () => {
    const npm = await viaNpm();
    expect((await ask(npm.port)).status).toBe(200);
    killGroup(npm.pid, 'SIGINT');
    await npm.exited;
    expect(npm.stdout()).toContain('"stopped"');
    expect(npm.stderr()).not.toMatch(/error|exception|src\//i);
  });

  test('exits 0 where the shell leaves its place to the server, which then hears of it twice', async () => {
    const npm = await viaNpm({ npm_config_script_shell: '/bin/bash' });
    const underWay = await openHalfSent(npm.port);
    killGroup(npm.pid, 'SIGINT');
    await untilRefused(npm.port);
    expect((await underWay.finish()).status).toBe(200);
    expect(await npm.exited).toEqual({ code: 0, signal: null });
    expect(npm.stdout()).toContain('"stopped"');
    expect(npm.stderr()).not.toMatch(/error|exception|src\//i);
  });
});
