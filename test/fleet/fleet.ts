import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_KEY } from '../notices/exchange.ts';
import { type ListeningDsp, startListeningDsp } from '../notices/listening-dsp.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { temporaryFolder } from '../process.ts';
import { type RedisCluster, startCluster } from '../redis/redis-cluster.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { LIMITED_PUBLISHER } from './load.ts';
import { createMachine, type FleetMachine } from './machine.ts';

/** Everything real, on loopback: machines, a Redis Cluster, two Postgres servers, a balancer and a partner. */
export type Fleet = {
  readonly machines: readonly FleetMachine[];
  readonly redis: RedisCluster;
  readonly postgres: readonly PostgresServer[];
  /** One of each Postgres. */
  readonly databaseUrls: readonly string[];
  readonly balancer: Balancer;
  readonly dsp: ListeningDsp;
  /** The config of all machines, with another time limit for partners. */
  readonly configWith: (timeoutMs: number) => string;
};

export const MACHINES = 4;
const DATABASES = 2;
/** Of the limited publisher. */
export const PER_SECOND = 8;
export const BUDGET_IMPRESSIONS = 150;
export const BUDGETED = 'budgeted';

const CPM = 10;
const TIMEOUT_MS = 500;

export async function startFleet(): Promise<Fleet> {
  const servers = Array.from({ length: DATABASES }, () => startPostgres());
  const [redis, ...postgres] = await Promise.all([startCluster(), ...servers]);
  const dsp = startListeningDsp();
  const databaseUrls = await Promise.all(postgres.map(({ newDatabase }) => newDatabase()));
  const campaigns = writeCampaigns();
  const configWith = (timeoutMs: number) =>
    [
      `ledger: { databaseUrls: ${JSON.stringify(databaseUrls)} }`,
      `redisClusterUrls: ${JSON.stringify(redis.urls)}`,
      `notices: { keys: [${SHARED_KEY}] }`,
      `auction: { timeoutMs: ${timeoutMs} }`,
      'limits:',
      '  { globalPerSecond: 100000, publisherPerSecond: 100000, ipPerSecond: 100000,',
      '    trustedProxies: [127.0.0.1] }',
      `publishers: [{ id: ${LIMITED_PUBLISHER}, limits: { perSecond: ${PER_SECOND} } }]`,
      'partners:',
      `  - { name: own, kind: campaigns, path: "${campaigns}" }`,
      `  - { name: dsp, kind: openrtb, url: "${dsp.bidUrl}", internalNotices: true }`,
      '',
    ].join('\n');
  const machines = Array.from({ length: MACHINES }, (_, index) =>
    createMachine(`machine ${index + 1}`, configWith(TIMEOUT_MS)),
  );
  await Promise.all(machines.map(({ start }) => start()));
  const balancer = await startBalancer(machines.map(({ port }) => port));
  return { machines, redis, postgres, databaseUrls, balancer, dsp, configWith };
}

/** One campaign that pays more than the partner, until its budget is used up. */
function writeCampaigns(): string {
  const file = join(temporaryFolder(), 'campaigns.yaml');
  const campaign = {
    id: BUDGETED,
    advertiser: 'Budgeted',
    domain: 'budgeted.example',
    cpm: CPM,
    budget: { total: (BUDGET_IMPRESSIONS * CPM) / 1000, pacing: 'asap' },
    creatives: [{ id: 'one', title: 'A title', link: 'https://budgeted.example/' }],
  };
  writeFileSync(file, JSON.stringify({ campaigns: [campaign] }));
  return file;
}
