import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuctionRecord } from '../../src/core/auction/explain.ts';
import type { LimitRow } from '../../src/host/admin/limits.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { PartnerList, PartnerRow } from '../../src/parts/accounts/page/api.ts';
import type { Live } from '../../src/parts/insight/live.ts';
import type { TryResult } from '../../src/parts/playground/operations.ts';
import { type Caller, callerOf, startWithRoles, TOKENS } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { cleanUp, ROOT } from '../process.ts';

/** What the admin port of a machine says of the traffic that the machine has. */

const EXAMPLE = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');

let machine: Machine;
let call: Caller;
beforeAll(async () => {
  machine = await startWithRoles({
    partners: [
      { name: 'shop', kind: 'product-search', url: 'embedded' },
      { name: 'acme', kind: 'openrtb', url: 'http://127.0.0.1:9/', qpsMax: 50 },
    ],
    publishers: [{ id: 'pub-1', limits: { perSecond: 77 } }],
  });
  call = callerOf(machine.adminUrl, TOKENS.admin);
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

/** Tries the request on the public port, and finds its auction. */
async function tryExample() {
  const { body } = await call<TryResult>('POST', '/api/try', EXAMPLE);
  expect(body.status).toBe(200);
  const id = Object.fromEntries(body.headers)['x-request-id'] ?? '';
  const { body: record } = await call<AuctionRecord>('GET', `/requests/${id}`);
  return { id, record };
}

test('a request that is tried is found as an auction, and as the request without its address', async () => {
  const { id, record } = await tryExample();
  expect(record.imps[0]?.winner?.partner).toBe('shop');
  const request = await call('GET', `/requests/${id}/request`);
  expect(request.body as object).toMatchObject({ id: 'chat-7f3a' });
  expect(request.text).not.toContain('192.0.2.44');
});

test('a pause by name takes a partner out of the next auctions, until it is taken back', async () => {
  const change = async (wish: string) =>
    (await call('POST', '/api/partners/shop/state', { state: wish })).status;
  const stateOf = async () => {
    const { record } = await tryExample();
    const rows = (await call<PartnerList>('GET', '/api/partners')).body.rows;
    const { isPaused, pausedBy } = rows.find(({ id }) => id === 'shop') ?? {};
    return [record.partners.find(({ name }) => name === 'shop')?.reason, isPaused, pausedBy];
  };
  expect(await change('paused')).toBe(200);
  expect(await stateOf()).toEqual(['paused', true, 'ann']);
  expect(await change('active')).toBe(200);
  expect(await stateOf()).toEqual([undefined, false, null]);
  const paused = { state: 'paused' };
  expect((await call('POST', '/api/partners/nobody/state', paused)).status).toBe(404);
  expect(await change('deleted')).toBe(422);
});

test('partners have the counts of the last minutes, and limits who is nearest to one', async () => {
  await tryExample();
  let rows: readonly PartnerRow[] = [];
  await eventually(async () => {
    rows = (await call<PartnerList>('GET', '/api/partners')).body.rows;
    return (rows[1]?.wins ?? 0) > 0;
  });
  expect(rows).toMatchObject([
    { id: 'acme', definition: { kind: 'openrtb', qpsMax: 50 }, answered: 0, wins: 0 },
    { id: 'shop', breaker: null },
  ]);
  expect(rows[1]?.answeredWithBids).toBe(rows[1]?.asked ?? -1);
  const limits = (await call<readonly LimitRow[]>('GET', '/api/limits')).body;
  expect(limits.map(({ scope }) => scope)[0]).toBe('global');
  expect(limits.find(({ name }) => name === 'pub-1')).toMatchObject({
    scope: 'publisher',
    limitPerSec: 77,
  });
});

test('Live has the figures of each second, the funnel and the troubles', async () => {
  const { body } = await call<Live>('GET', '/api/live');
  const { figures, funnel, troubles } = body;
  const { length } = figures.timesMs;
  expect(length).toBeGreaterThan(0);
  expect(Object.values(figures).map((values) => values.length)).toEqual(Array(10).fill(length));
  expect(funnel.map(({ stage, count }) => [String(stage), count > 0])).toEqual([
    ['received', true],
    ['valid', true],
    ['asked', true],
    ['answered', true],
    ['bid', true],
    ['fit', true],
    ['won', true],
    ['billed', false],
  ]);
  expect(troubles).toEqual([]);
});
