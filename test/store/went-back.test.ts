import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { type Exchange, SHARED_KEY, settled, startExchange } from '../notices/exchange.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { dumpOf } from '../postgres/restore.ts';
import { cleanUp } from '../process.ts';
import { apiOf } from './api.ts';
import { anyCampaign, onEveryWorker, STORE_PARTNER } from './campaigns.ts';

const TOKEN = 'ann-has-this-token';
const ADMIN = `
admin: { port: 0, tokens: [{ name: ann, token: ${TOKEN}, role: admin }] }${STORE_PARTNER}`;
const BUDGET = { total: 1000, pacing: 'asap' } as const;

let postgres: PostgresServer;
let databaseUrl: string;
let machines: readonly Exchange[];
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.newDatabase();
  const options = { workers: 2, databaseUrl, keys: [SHARED_KEY], more: ADMIN };
  machines = await Promise.all([startExchange(options), startExchange(options)]);
});
afterAll(cleanUp);

const apis = () => machines.map(({ adminUrl }) => apiOf(adminUrl, TOKEN));

const everywhere = (campaign: string | undefined) =>
  Promise.all(machines.map(({ port }) => onEveryWorker(port, campaign)));

type Listed = { readonly campaign: string; readonly state: string };

/**
 * What the list and the API say of a campaign on each machine. The list says "selling" of one that sells, or "held"
 * where it was held back for a while: machines claim its budget anew after the database went back.
 */
async function saidOf(campaign: string): Promise<readonly (readonly [string, string])[]> {
  return Promise.all(
    apis().map(async ({ call, read }) => {
      const { rows } = (await (await call('GET', '/api/campaigns')).json()) as {
        readonly rows: readonly Listed[];
      };
      const listed = rows.find((one) => one.campaign === campaign)?.state ?? 'gone';
      const answer = await read(campaign);
      const stored = answer.status === 404 ? 'gone' : ((await answer.json()) as Listed).state;
      return [listed === 'held' ? 'selling' : listed, stored] as const;
    }),
  );
}

const said = (campaign: string, both: readonly [string, string]) =>
  settled(
    () => saidOf(campaign),
    (all) => Bun.deepEquals(all, [both, both]),
  );

type Status = {
  readonly database: { readonly wentBack: { readonly at: string; readonly what: string } | null };
};
const asAnn = ({ adminUrl }: Exchange, path: string) => apiOf(adminUrl, TOKEN).call('GET', path);
const statusOf = async (machine: Exchange) =>
  (await (await asAnn(machine, '/status')).json()) as Status;

async function make(id: string, cpm: number): Promise<void> {
  const [ann] = apis();
  expect((await ann?.create(anyCampaign({ id, cpm, budget: BUDGET })))?.status).toBe(201);
  expect((await ann?.setState(id, 'active'))?.status).toBe(200);
}

test('after a backup was put in, every machine does what it says: a campaign that was paused since sells again, and one that was made since does not', async () => {
  const [ann] = apis();
  await make('far', 3);
  expect(await everywhere('far')).toEqual([['far'], ['far']]);
  const restore = await dumpOf(postgres, databaseUrl);
  expect((await ann?.setState('far', 'paused'))?.status).toBe(200);
  await make('late', 2);
  expect(await everywhere('late')).toEqual([['late'], ['late']]);
  expect(await Promise.all(machines.map(statusOf))).toMatchObject(
    machines.map(() => ({ database: { wentBack: null } })),
  );
  await restore();
  expect(await everywhere('far')).toEqual([['far'], ['far']]);
  expect(await said('far', ['selling', 'active'])).toEqual(Array(2).fill(['selling', 'active']));
  expect(await said('late', ['gone', 'gone'])).toEqual(Array(2).fill(['gone', 'gone']));
  for (const machine of machines) {
    await eventually(async () => (await statusOf(machine)).database.wentBack !== null);
    expect(machine.stdout()).toMatch(
      /the (database|campaign store) went back .*: everything is read anew/,
    );
    const metrics = await (await asAnn(machine, '/metrics')).text();
    expect(metrics).toMatch(/^parley_database_went_back_total 1$/m);
  }
});

test('and a campaign that was started since stops, though the revisions have passed those of before', async () => {
  const [ann] = apis();
  expect((await ann?.setState('far', 'paused'))?.status).toBe(200);
  expect(await everywhere(undefined)).toEqual([[undefined], [undefined]]);
  const restore = await dumpOf(postgres, databaseUrl);
  expect((await ann?.setState('far', 'active'))?.status).toBe(200);
  expect(await everywhere('far')).toEqual([['far'], ['far']]);
  await restore();
  expect(await everywhere(undefined)).toEqual([[undefined], [undefined]]);
  expect(await said('far', ['paused', 'paused'])).toEqual(Array(2).fill(['paused', 'paused']));
  // The store goes on from there.
  await settled(
    async () => (await ann?.setState('far', 'active'))?.status,
    (status) => status === 200,
  );
  expect(await everywhere('far')).toEqual([['far'], ['far']]);
});
