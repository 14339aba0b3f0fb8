import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNoticeKeys } from '../../src/core/sale/keys.ts';
import { sealSale, tokenOf } from '../../src/core/sale/token.ts';
import { freePort } from '../../src/host/http/free-port.ts';
import { openDatabase } from '../../src/lib/sql/database.ts';
import { SALE } from '../notices/a-sale.ts';
import { AMPLE_LIMITS, cleanUp, run, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const KEY = 'a key of more than thirty-two characters';
const CALLERS = 8;
const ENOUGH = 500;

test('what is acknowledged while other workers are still starting is kept', async () => {
  const folder = temporaryFolder();
  const port = freePort('127.0.0.1');
  const config = `listen: { host: 127.0.0.1, port: ${port}, workers: 4 }\nadmin: { port: 0 }\n`;
  writeFileSync(
    join(folder, 'parley.yaml'),
    `${config}${AMPLE_LIMITS}notices: { keys: ["${KEY}"] }\n`,
  );
  const keys = createNoticeKeys([KEY]);
  const acknowledged: string[] = [];
  const bill = async () => {
    const auctionId = crypto.randomUUID();
    const soldMs = Math.floor(Date.now() / 1000) * 1000;
    const token = tokenOf(sealSale({ ...SALE, auctionId, soldMs }, keys), 'bill');
    // On a connection of its own, so that whoever listens first gets it.
    const headers = { connection: 'close' };
    const { status } = await fetch(`http://127.0.0.1:${port}/n/bill/${token}`, { headers });
    if (status === 204) acknowledged.push(auctionId);
  };
  const caller = async () => {
    while (acknowledged.length < ENOUGH) await bill().catch(() => Bun.sleep(5));
  };
  const calls = Array.from({ length: CALLERS }, caller);
  const parley = run(['start'], { folder });
  await Promise.all([parley.printed('"Parley is listening"'), ...calls]);
  process.kill(parley.pid, 'SIGTERM');
  expect(await parley.exited).toEqual({ code: 0, signal: null });

  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'data/parley.db') });
  const rows = await database.query('select auction_id from facts');
  await database.close();
  expect(rows.map((row) => String(row.auction_id)).sort()).toEqual(acknowledged.sort());
});
