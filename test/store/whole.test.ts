import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Exchange, SHARED_KEY, settled, startExchange } from '../notices/exchange.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { apiOf, type ErrorBody } from './api.ts';
import {
  anyCampaign,
  campaignsCommand,
  fileWith,
  onEveryWorker,
  STORE_PARTNER,
  winnerAt,
} from './campaigns.ts';

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

test('campaigns that are imported while an exchange runs serve, those that change serve as changed, and an export has them', async () => {
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
});

test('a faulty file changes nothing and is refused with the sentence of a start', async () => {
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
});

describe('two machines on one Postgres, with two workers each', () => {
  const TOKEN = 'ann-has-this-token';
  const ADMIN = `
admin: { port: 0, tokens: [{ name: ann, token: ${TOKEN}, role: admin }] }${STORE_PARTNER}`;
  let machines: readonly Exchange[];
  let ann: ReturnType<typeof apiOf>;

  beforeAll(async () => {
    const databaseUrl = await postgres.newDatabase();
    const options = { workers: 2, databaseUrl, keys: [SHARED_KEY], more: ADMIN };
    machines = await Promise.all([startExchange(options), startExchange(options)]);
    ann = apiOf(machines[0]?.adminUrl ?? '', TOKEN);
  });

  const everywhere = (campaign: string | undefined) =>
    Promise.all(machines.map(({ port }) => onEveryWorker(port, campaign)));

  test('a change reaches every worker of both, and so does a pause', async () => {
    expect((await ann.create(anyCampaign({ id: 'far', cpm: 3 }))).status).toBe(201);
    expect((await ann.setState('far', 'active')).status).toBe(200);
    expect(await everywhere('far')).toEqual([['far'], ['far']]);
    expect((await ann.setState('far', 'paused')).status).toBe(200);
    expect(await everywhere(undefined)).toEqual([[undefined], [undefined]]);
    expect((await ann.setState('far', 'active')).status).toBe(200);
    expect(await everywhere('far')).toEqual([['far'], ['far']]);
  });

  test('while the database is down an edit is refused with a sentence and campaigns serve; when it is back, edits work', async () => {
    await postgres.kill();
    const refused = await ann.setState('far', 'paused');
    const { error } = (await refused.json()) as ErrorBody;
    expect([refused.status, error.details.reason]).toEqual([
      503,
      expect.stringContaining('the database does not answer: what is stored serves as it is'),
    ]);
    const etag = { 'If-Match': '"1"' };
    const edit = await ann.call('PUT', '/api/campaigns/own/far', anyCampaign({ id: 'far' }), etag);
    expect(edit.status).toBe(503);
    expect(await everywhere('far')).toEqual([['far'], ['far']]);

    await postgres.start();
    const pause = async () => (await ann.setState('far', 'paused')).status;
    expect(await settled(pause, (status) => status === 200)).toBe(200);
    expect(await everywhere(undefined)).toEqual([[undefined], [undefined]]);
  });
});
