import { cpuSecondsOf, processTree, residentMegabytesOf } from '../measure/proc.ts';
import type { Park } from './park.ts';
import { type PostgresCounters, takePostgresCounters } from './postgres-counters.ts';

/** What the parts of a park have done since they started. */
export type Counters = Readonly<Record<CounterName, number>>;

export type CounterName =
  | 'seconds'
  | 'parleyCpuSec'
  | 'redisCpuSec'
  /** Calls of the limits' script: one round trip each. */
  | 'redisCalls'
  /** Those that the script makes included. */
  | 'redisCommands'
  | 'redisBytes'
  | keyof PostgresCounters;

export async function takeCounters(park: Park): Promise<Counters> {
  const pids = parleyPids(park);
  const { redis, postgres } = park.stores;
  return {
    seconds: performance.now() / 1000,
    parleyCpuSec: cpuSecondsOf(pids) ?? 0,
    ...(await redisCounters(redis)),
    ...(await takePostgresCounters(postgres, park.databaseUrl)),
  };
}

export function differenceOf<Name extends string>(
  before: Readonly<Record<Name, number>>,
  after: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> {
  const rest: Record<string, number> = { ...after };
  for (const name in before) rest[name] = after[name] - before[name];
  // It has the names of `after`.
  return rest as Record<Name, number>;
}

export const parleyMegabytes = (park: Park): number => residentMegabytesOf(parleyPids(park)) ?? 0;

const parleyPids = ({ machines }: Park) => machines.flatMap(({ pid }) => processTree(pid));

type RedisCounterName = 'redisCpuSec' | 'redisCalls' | 'redisCommands' | 'redisBytes';

async function redisCounters(
  redis: Park['stores']['redis'],
): Promise<Pick<Counters, RedisCounterName>> {
  const info = String(await redis.command('INFO'));
  const figure = (name: string) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1] ?? 0);
  const calls = await redis.calls();
  return {
    redisCpuSec: figure('used_cpu_user') + figure('used_cpu_sys'),
    redisCalls: (calls.get('evalsha') ?? 0) + (calls.get('eval') ?? 0),
    redisCommands: figure('total_commands_processed'),
    redisBytes: figure('total_net_input_bytes') + figure('total_net_output_bytes'),
  };
}
