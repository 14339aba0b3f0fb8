import { afterAll, expect, test } from 'bun:test';
import { BUY_STATUSES } from '../../src/parts/adcp/buy.ts';
import { BUY, BUYS_CONFIG, buysInProcess, NOW_MS } from '../adcp/buys-fixture.ts';
import { ACCOUNT, ACME, newKey, sellerInProcess } from '../adcp/seller-in-process.ts';
import { openLedger } from '../ledger/ledger.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { cleanUp } from '../process.ts';

afterAll(cleanUp);

test('two machines over one database that get one key at the same time make one buy', async () => {
  const location = { kind: 'postgres', url: await newPostgresDatabase() } as const;
  const first = await buysInProcess({ database: await openLedger(location) });
  const second = await sellerInProcess({
    config: BUYS_CONFIG,
    startMs: NOW_MS,
    database: await openLedger(location),
  });
  const args = { idempotency_key: newKey(), account: ACCOUNT, ...BUY };
  const one = () => first.call('acme', 'create_media_buy', args);
  const other = async () => (await second.call(ACME, 'create_media_buy', args)).body;
  const bodies: readonly object[] = await Promise.all([one(), other(), one(), other()]);
  const [made, ...others] = bodies.filter((body) => !('replayed' in body));
  expect(others).toEqual([]);
  expect(made).toHaveProperty('media_buy_id');
  expect(bodies).toEqual(
    bodies.map((body) => (body === made ? body : { ...made, replayed: true })),
  );
  expect(await first.list({ status_filter: BUY_STATUSES })).toMatchObject({
    media_buys: [{ media_buy_id: (made as { media_buy_id?: string }).media_buy_id }],
  });
});
