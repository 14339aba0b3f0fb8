import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { buy, call, databaseOf, startExchange, stopExchange } from '../notices/exchange.ts';
import { cleanUp, run, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const START = { HOST: '127.0.0.1', PORT: '0' };

const SAMPLES = `partners: [{ name: house, kind: campaigns, path: ${DEFAULT_CAMPAIGNS_FILE} }]`;

test('the data folder of a killed machine is taken over at once, with all that was acknowledged', async () => {
  const first = await startExchange({ workers: 2, more: SAMPLES });
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

test('a data folder goes to one of several servers that start at the same time, and the others name it', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const starts = Array.from({ length: 3 }, () => {
    const folder = temporaryFolder();
    const config = `dataDir: ${dataDir}\nadmin: { port: 0 }\nlisten: { workers: 1 }\npartners: []\n`;
    writeFileSync(join(folder, 'parley.yaml'), config);
    return run(['start'], { folder, env: START });
  });
  const listening = await Promise.all(
    starts.map(({ printed }) =>
      printed('"Parley is listening"').then(
        () => true,
        () => false,
      ),
    ),
  );
  const owners = starts.filter((_, index) => listening[index]);
  expect(owners).toHaveLength(1);
  for (const [index, { stderr, exited }] of starts.entries()) {
    if (listening[index]) continue;
    expect((await exited).code).toBe(1);
    expect(stderr()).toStartWith(
      `Parley did not start. The data folder ${dataDir} is in use by the Parley process ${owners[0]?.pid}; `,
    );
  }
});
