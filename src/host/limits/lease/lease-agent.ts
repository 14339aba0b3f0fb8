import type { Limits } from '../../../core/exchange/limiter.ts';
import type { Log } from '../../../lib/log.ts';
import { type LimiterMemory, mapCounters } from '../limit-counters.ts';
import { createOutageLog } from '../outage-log.ts';
import type { KeyGroup } from '../redis-client.ts';
import { redisFault } from '../redis-diagnosis.ts';
import { createRedisLink, type RedisConnection } from '../redis-link.ts';
import { createHotReader } from './hot-ring.ts';
import { createLeaseGroup, type LeaseGroup, type MappedLimits } from './lease-group.ts';
import { mapLease, standingOf } from './lease-memory.ts';
import { EVERYBODY, groupOf } from './lease-names.ts';
import { LEASE_SCRIPT, leaseArgs, readLease } from './lease-script.ts';

/** The memory of one config. */
export type LimitMemory = {
  readonly limits: Limits;
  readonly counters: LimiterMemory;
  readonly lease: LimiterMemory;
};

type LeaseAgentParts = {
  readonly groups: readonly KeyGroup[];
  readonly machineId: string;
  readonly workers: number;
  readonly nowMs: () => number;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

/** Rounds of several groups alternate, so that a machine asks ten times a second in all. */
const ROUND_MS = 100;

export type LeaseAgent = ReturnType<typeof createLeaseAgent>;

/** Leases limits for a machine. Workers read what it has leased from shared memory, and never wait for it. */
export function createLeaseAgent(memory: LimitMemory, parts: LeaseAgentParts) {
  const { groups, machineId, workers, nowMs, log } = parts;
  const everyMs = ROUND_MS * groups.length;
  let current = mapLimits(memory);
  const leaseGroups = groups.map(({ tag }, group) => {
    const hasGlobalLimit = group === groupOf(EVERYBODY, groups.length);
    const round = everyMs / 1000;
    return createLeaseGroup({ group, tag, machineId, workers, round, hasGlobalLimit });
  });
  const leasers = groups.map(({ name, open }, group) => {
    const known = Promise.withResolvers<void>();
    const outageLog = createOutageLog(log, name);
    const state: { rounds: number; reason: string | null; advice: string | null } = {
      /** How often Redis was asked. */
      rounds: 0,
      /** Why Redis cannot be used; null while it can. */
      reason: 'it was not asked yet',
      /** What to do, where the cause is known. */
      advice: null,
    };
    const standing = () => standingOf(current.lease, group);
    const link = createRedisLink({
      open,
      everyMs,
      delayMs: ROUND_MS * group,
      async round(connection) {
        for (const hot of current.hotNames()) {
          leaseGroups[groupOf(hot.text, groups.length)]?.heat(hot, nowMs());
        }
        state.rounds++;
        await askOnce(connection, leaseGroups[group], () => current, nowMs);
        // A machine that joins others waits until they have left it its share.
        if (standing().validUntil > 0) known.resolve();
      },
      onChange(said) {
        const fault = said === undefined ? undefined : redisFault(said);
        state.reason = fault?.reason ?? null;
        state.advice = fault?.advice ?? null;
        if (said !== undefined) known.resolve();
        outageLog.change(fault, standing().machines);
      },
    });
    const status = () => ({
      server: name,
      /** Whether its names are leased; otherwise this machine keeps to its share of them. */
      isShared: standing().validUntil >= Math.floor(nowMs() / 1000),
      machines: Math.max(1, standing().machines),
      ...state,
    });
    const close = () => {
      link.close();
      outageLog.close();
    };
    return { known: known.promise, status, close };
  });
  return {
    /** Moves to the memory of another config. */
    use(next: LimitMemory): void {
      current = mapLimits(next);
    },
    status: () => leasers.map(({ status }) => status()),
    /** Resolves when Redis was asked about every group with success, or has failed. */
    ready: Promise.all(leasers.map(({ known }) => known)).then(() => {}),
    close(): void {
      for (const { close } of leasers) close();
    },
  };
}

function mapLimits({ limits, counters, lease }: LimitMemory) {
  const mapped = mapLease(lease);
  const hotNames = createHotReader(mapped.ring);
  return { limits, counters: mapCounters(limits, counters), lease: mapped, hotNames };
}

const CLOCK_SEC_MAX = 2;

async function askOnce(
  connection: RedisConnection,
  group: LeaseGroup | undefined,
  memory: () => MappedLimits,
  nowMs: () => number,
): Promise<void> {
  if (group === undefined) return;
  const question = group.question(memory(), nowMs());
  const args = leaseArgs(question);
  const said = await connection.send('EVALSHA', args).catch((error: unknown) => {
    if (!/NOSCRIPT/.test(String(error))) throw error;
    // The script has not run, so it may be sent again.
    return connection.send('EVAL', [LEASE_SCRIPT, ...args.slice(1)]);
  });
  const answer = readLease(said, question.asks.length);
  if (answer === undefined) throw new Error('an answer that the script does not return');
  group.apply(memory(), answer, question, nowMs());
  const aheadSec = question.window - answer.sec;
  if (Math.abs(aheadSec) > CLOCK_SEC_MAX) {
    const where = aheadSec > 0 ? 'ahead of' : 'behind';
    throw new Error(`the clock of this machine is ${Math.abs(aheadSec)} s ${where} that of Redis`);
  }
}
