import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';
import { type RedisServer, startRedis } from '../../test/redis/redis-server.ts';
import { HOUSE } from '../demand/house.ts';
import { type ParleyServer, startInProcess, temporaryFolder } from '../servers.ts';

/** Machines with their own data folders, which share one Redis and one Postgres. */
export type Park = {
  readonly machines: readonly ParleyServer[];
  readonly stores: Stores;
  readonly databaseUrl: string;
};

export type Stores = { readonly redis: RedisServer; readonly postgres: PostgresServer };

const NOTICE_KEY = 'a secret that all machines of the benchmark have';
const BUDGETED_CAMPAIGNS = 10;
/** Never used up, but allocated to the machines in slices like any other. */
const BUDGET_USD = 100_000;

/** Settings of a Postgres that counts what it is asked to do. */
export const MEASURED_POSTGRES = {
  shared_preload_libraries: 'pg_stat_statements',
  // As in production: each commit is on the disk.
  fsync: 'on',
} as const;

export async function startStores(): Promise<Stores> {
  const postgres = await startPostgres({ settings: MEASURED_POSTGRES });
  return { redis: await startRedis(), postgres };
}

export type ParkSize = { readonly count: number; readonly workers: number };

export async function startPark({ count, workers }: ParkSize, stores: Stores): Promise<Park> {
  const databaseUrl = await stores.postgres.newDatabase();
  const own: PartnerConfig = { name: 'own', kind: 'campaigns', path: writeBudgetedCampaigns() };
  const options = {
    workers,
    partners: [own, HOUSE],
    noticeKeys: [NOTICE_KEY],
    env: { DATABASE_URL: databaseUrl, REDIS_URL: stores.redis.url },
  };
  const machines = await Promise.all(Array.from({ length: count }, () => startInProcess(options)));
  return { machines, stores, databaseUrl };
}

/** They outbid the sample campaigns. */
function writeBudgetedCampaigns(): string {
  const folder = temporaryFolder();
  const file = join(folder, 'campaigns.yaml');
  const campaigns = Array.from({ length: BUDGETED_CAMPAIGNS }, (_, index) => ({
    id: `budgeted-${index}`,
    advertiser: 'Budgeted',
    domain: 'budgeted.example',
    cpm: 12,
    budget: { total: BUDGET_USD, pacing: 'asap' },
    creatives: [{ id: 'one', title: 'A title', link: 'https://budgeted.example/' }],
  }));
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ campaigns }));
  return file;
}
