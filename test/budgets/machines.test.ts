import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase } from '../../src/ledger/database.ts';
import { prepareSchema } from '../../src/ledger/open-schema.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { BUN, cleanUp, run } from '../process.ts';
import { account, total } from './accounts.ts';
import { ledgerRow } from './world.ts';

afterAll(cleanUp);

const IMPRESSIONS = 400;
const TOTAL_MICROS = IMPRESSIONS * 5000 + 4999;

test('machines that claim at the same time sell the whole budget and not one impression more', async () => {
  const url = await (await startPostgres()).newDatabase();
  const database = await openDatabase({ kind: 'postgres', url });
  await prepareSchema(database);
  const machines = [0, 1, 2].map((tag) =>
    run([join(import.meta.dir, 'machine.ts'), url, String(tag), String(TOTAL_MICROS)], {
      command: BUN,
    }),
  );
  await Promise.all(machines.map(({ exited }) => exited));
  expect(machines.map(({ stderr }) => stderr())).toEqual(['', '', '']);
  const sold = machines.map(({ stdout }) => Number(stdout()));
  const row = await ledgerRow(database.query, account({ money: total(TOTAL_MICROS) }));
  await database.close();
  expect(sold.reduce((sum, count) => sum + count, 0)).toBe(IMPRESSIONS);
  expect(row).toMatchObject({
    spent_total_nanos: IMPRESSIONS * 5_000_000,
    impressions_total: IMPRESSIONS,
    claimed_micros: 0,
    claims_micros: 0,
  });
});
