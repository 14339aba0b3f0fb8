import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_KEY } from '../../notices/exchange.ts';
import { type ListeningDsp, startListeningDsp } from '../../notices/listening-dsp.ts';
import { type PostgresServer, startPostgres } from '../../postgres/postgres-server.ts';
import { temporaryFolder } from '../../process.ts';
import { type RedisServer, startRedis } from '../../redis/redis-server.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { LIMITED_PUBLISHER, PUBLISHER } from './load.ts';
import { createMachine, type FleetMachine } from './machine.ts';
import { createSwitch, SWITCHED_DOMAIN, type Switch } from './switched.ts';
import { startWire, type Wire } from './wire.ts';

/** Everything real, on loopback: machines, a Redis, a Postgres, a balancer and a partner. */
export type Fleet = {
  readonly machines: readonly FleetMachine[];
  /** Of each machine to Postgres. */
  readonly wires: readonly Wire[];
  readonly redis: RedisServer;
  readonly postgres: PostgresServer;
  /** Without a wire in between. */
  readonly databaseUrl: string;
  readonly balancer: Balancer;
  readonly dsp: ListeningDsp;
  /** A campaign of the store. */
  readonly switched: Switch;
  /** The config of a machine with this wire, with another time limit for partners. */
  readonly configWith: (wire: Wire, timeoutMs?: number) => string;
};

/** Of the limited publisher. */
export const PER_SECOND = 8;
export const BUDGET_IMPRESSIONS = 150;
export const BUDGETED = 'budgeted';

const CPM = 10;
const TIMEOUT_MS = 500;

export async function startFleet(count: number): Promise<Fleet> {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  const dsp = startListeningDsp();
  const databaseUrl = await postgres.newDatabase();
  const at = new URL(databaseUrl);
  const wires = await Promise.all(Array.from({ length: count }, () => startWire(Number(at.port))));
  const campaigns = writeCampaigns();
  const configWith = (wire: Wire, timeoutMs = TIMEOUT_MS) => {
    const through = new URL(databaseUrl);
    through.port = String(wire.port);
    return [
      `databaseUrl: "${through}"`,
      `redisUrl: ${redis.url}`,
      `notices: { keys: [${SHARED_KEY}] }`,
      `auction: { timeoutMs: ${timeoutMs} }`,
      'limits:',
      '  { globalPerSecond: 100000, publisherPerSecond: 100000, ipPerSecond: 100000,',
      '    trustedProxies: [127.0.0.1] }',
      'publishers:',
      `  - { id: ${LIMITED_PUBLISHER}, limits: { perSecond: ${PER_SECOND} }, blockedDomains: [${SWITCHED_DOMAIN}] }`,
      `  - { id: ${PUBLISHER}, blockedDomains: [${SWITCHED_DOMAIN}] }`,
      'partners:',
      `  - { name: own, kind: campaigns, path: "${campaigns}" }`,
      '  - { name: stored, kind: campaigns, store: true }',
      `  - { name: dsp, kind: openrtb, url: "${dsp.bidUrl}", internalNotices: true }`,
      '',
    ].join('\n');
  };
  const machines = wires.map((wire, index) =>
    createMachine(`machine ${index + 1}`, { config: configWith(wire) }),
  );
  await Promise.all(machines.map(({ start }) => start()));
  const balancer = await startBalancer(machines.map(({ port }) => port));
  const switched = await createSwitch(machines);
  const around = { redis, postgres, databaseUrl, balancer, dsp };
  return { machines, wires, ...around, switched, configWith };
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
