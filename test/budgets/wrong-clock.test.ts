import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CLAIM_MS } from '../../src/ledger/budgets/claim-statements.ts';
import { newLocation, openLedger } from '../ledger/ledger.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';
import { account, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { claimOf, createWorld } from './world.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const boots = account({ money: total(200 * 5000) });

test.each([
  ['ahead', 2 * CLAIM_MS],
  ['behind', -2 * CLAIM_MS],
])(
  'a machine whose clock is far %s releases no claims of others, waits for none and claims nothing',
  async (_, aheadMs) => {
    const database = await openLedger(await newLocation('postgres', postgres));
    const world = createWorld(database, [boots]);
    const right = world.startMachine(0);
    await world.tick(right);
    await world.tick(right);
    for (let sold = 0; sold < 3; sold++) world.sell(right, 0, FIVE_DOLLARS_CPM);
    const before = await claimOf(database.query, boots, right);
    expect(before.micros).toBeGreaterThan(0);
    const wrong = world.startMachine(1, aheadMs);
    for (let time = 0; time < 3; time++) await world.tick(wrong);
    expect(await claimOf(database.query, boots, right)).toEqual(before);
    expect(await claimOf(database.query, boots, wrong)).toEqual({ micros: 0, impressions: 0 });
    const machines = await database.query('select machine from budget_machines');
    expect(machines).toEqual([{ machine: right.id }]);
    expect(wrong.workerSlices.canPay(0, FIVE_DOLLARS_CPM, world.nowMs() + aheadMs)).toBeFalse();
    // Nor does it at its end.
    await wrong.allocator.close(world.nowMs() + aheadMs);
    expect(await database.query('select machine from budget_machines')).toEqual(machines);
  },
);
