import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { SHARED_KEY, settled, startExchange } from '../notices/exchange.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { anyCampaign, campaignsCommand, fileWith, STORE_PARTNER, winnerAt } from './campaigns.ts';

const TEST_MS_MAX = 300_000;
const BUDGET = { total: 1000, pacing: 'asap' } as const;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const wins = (port: number, campaign: string | undefined) =>
  settled(
    () => winnerAt(port),
    (winner) => winner === campaign,
  );

test(
  'campaigns that are imported while an exchange runs serve, those that change serve as changed, and an export has them',
  async () => {
    const exchange = await startExchange({ workers: 2, more: STORE_PARTNER });
    expect(await winnerAt(exchange.port)).toBeUndefined();
    const first = [
      anyCampaign({ id: 'plain', cpm: 2 }),
      anyCampaign({ id: 'dear', cpm: 9, budget: BUDGET }),
    ];
    const done = await campaignsCommand(exchange, 'import', 'own', fileWith(first));
    expect(done).toMatchObject({ code: 0, stdout: '2 created, 0 changed, 0 unchanged\n' });
    expect(await wins(exchange.port, 'dear')).toBe('dear');

    const cheaper = [
      anyCampaign({ id: 'plain', cpm: 2 }),
      anyCampaign({ id: 'dear', cpm: 1, budget: BUDGET }),
    ];
    const again = await campaignsCommand(exchange, 'import', 'own', fileWith(cheaper));
    expect(again).toMatchObject({ code: 0, stdout: '0 created, 1 changed, 1 unchanged\n' });
    expect(await wins(exchange.port, 'plain')).toBe('plain');

    const file = `${temporaryFolder()}/out.yaml`;
    await campaignsCommand(exchange, 'export', 'own', file);
    const { campaigns } = parse(readFileSync(file, 'utf8')) as { campaigns: readonly object[] };
    expect(campaigns).toEqual(cheaper);
  },
  TEST_MS_MAX,
);

test(
  'a faulty file changes nothing and is refused with the sentence of a start',
  async () => {
    const exchange = await startExchange({ more: STORE_PARTNER });
    const file = fileWith([
      anyCampaign({ id: 'right' }),
      { ...anyCampaign({ id: 'wrong' }), cpm: 0 },
    ]);
    const { code, stderr } = await campaignsCommand(exchange, 'import', 'own', file);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('campaigns[1].cpm: expected a number from 0.01 to 1000, but got 0'),
    ]);
    expect(await campaignsCommand(exchange, 'export', 'own')).toMatchObject({
      stdout: 'campaigns: []\n',
    });
  },
  TEST_MS_MAX,
);

test(
  'a change reaches the workers of another machine on the same Postgres',
  async () => {
    const databaseUrl = await postgres.newDatabase();
    const options = { databaseUrl, keys: [SHARED_KEY], more: STORE_PARTNER };
    const [one, other] = await Promise.all([startExchange(options), startExchange(options)]);
    const file = fileWith([anyCampaign({ id: 'far', cpm: 3 })]);
    await campaignsCommand(one, 'import', 'own', file);
    expect(await wins(other.port, 'far')).toBe('far');
  },
  TEST_MS_MAX,
);
