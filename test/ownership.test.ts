import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../src/http/free-port.ts';
import { buy, call, databaseOf, startExchange, stopExchange } from './notices/exchange.ts';
import { cleanUp, run, serve, temporaryFolder } from './process.ts';

afterAll(cleanUp);

const START = { HOST: '127.0.0.1', PORT: '0' };

/** A folder to start Parley in, with free ports and one worker. */
function startFolder(dataDir: string): string {
  const folder = temporaryFolder();
  const config = `dataDir: ${dataDir}\nadmin: { port: 0 }\nlisten: { workers: 1 }\n`;
  writeFileSync(join(folder, 'parley.yaml'), config);
  return folder;
}

describe('a data folder', () => {
  test('of a killed server is taken over at once, with all that was acknowledged', async () => {
    const first = await startExchange({ workers: 2 });
    const { nurl, auctionId } = await buy(first.port);
    const status = await (await fetch(`${first.adminUrl}/status`)).json();
    const { workers } = status as { readonly workers: readonly number[] };
    process.kill(first.pid, 'SIGSTOP');
    // Nobody drains it any more.
    expect((await call(nurl)).status).toBe(204);
    // Its workers live on, and cannot notice that it is gone.
    for (const worker of workers) process.kill(worker, 'SIGSTOP');
    process.kill(first.pid, 'SIGKILL');
    const next = await startExchange({ dataDir: first.dataDir });
    await stopExchange(next);
    const database = await databaseOf(next);
    const rows = await database.query('select auction_id, kind from facts');
    expect(rows.map((row) => ({ ...row }))).toEqual([{ auction_id: auctionId, kind: 'win' }]);
  });

  test('is refused to a second server, with the process that holds it', async () => {
    const dataDir = temporaryFolder();
    const server = await serve(`dataDir: ${dataDir}\n`);
    const second = run(['start'], { folder: startFolder(dataDir), env: START });
    expect((await second.exited).code).toBe(1);
    expect(second.stderr()).toStartWith(
      `Parley did not start. The data folder ${dataDir} is in use by the Parley process ${server.pid}; stop that process, or set dataDir or PARLEY_DATA_DIR to another folder. A second server`,
    );
  });

  test('in which no journals can be kept is refused, before a notice is', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'journals'), 'a file where a folder belongs');
    const start = run(['start'], { folder: startFolder(dataDir), env: START });
    expect((await start.exited).code).toBe(1);
    expect(start.stderr()).toStartWith('Parley did not start. The journals cannot be kept: ');
  });

  test('goes to one of several servers that start at the same time', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const starts = Array.from({ length: 3 }, () =>
      run(['start'], { folder: startFolder(dataDir), env: START }),
    );
    const listening = await Promise.all(
      starts.map(({ printed }) =>
        printed('"Parley is listening"').then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(listening.filter(Boolean)).toHaveLength(1);
    for (const [index, { stderr }] of starts.entries()) {
      if (!listening[index]) expect(stderr()).toContain(`${dataDir} is in use by `);
    }
  });
});

test('a machine is ready only when its admin port answers too', async () => {
  const port = freePort('127.0.0.1');
  const adminPort = freePort('127.0.0.1');
  const folder = temporaryFolder();
  // While some workers serve, others still start.
  writeFileSync(
    join(folder, 'parley.yaml'),
    `admin: { port: ${adminPort} }\nlisten: { workers: 4 }\n`,
  );
  const machine = run(['start'], { folder, env: { ...START, PORT: String(port) } });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`, { headers: { Connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await Bun.sleep(1);
  expect((await fetch(`http://127.0.0.1:${adminPort}/metrics`)).status).toBe(200);
  await machine.printed('"Parley is listening"');
});
