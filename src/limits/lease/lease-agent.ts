import { type LimiterMemory, mapCounters } from '../limit-counters.ts';
import type { Limits } from '../limiter.ts';
import { createOutageLog, type OutageLogTarget } from '../outage-log.ts';
import { redisFault } from '../redis-faults.ts';
import { createRedisLink, type OpenRedis, type RedisConnection } from '../redis-link.ts';
import { createHotReader } from './hot-ring.ts';
import { createLeaseGroup, type GroupPlace, type LeaseGroup } from './lease-group.ts';
import { mapLease, standingOf } from './lease-memory.ts';
import { EVERYBODY, groupOf } from './lease-names.ts';
import { LEASE_SCRIPT, leaseArgs, readLease } from './lease-script.ts';

/** A Redis with all names, or a group of keys in a cluster with a part of them. */
export type LeaseServer = {
  /** For the log and the status, without a password. */
  readonly name: string;
  /** Of its keys. */
  readonly tag: string;
  readonly open: OpenRedis;
};

/** The memory of one config. */
export type LeasePlace = {
  readonly limits: Limits;
  readonly counters: LimiterMemory;
  readonly lease: LimiterMemory;
};

export type LeaseAgentParts = {
  readonly servers: readonly LeaseServer[];
  readonly machineId: string;
  readonly workers: number;
  readonly nowMs: () => number;
  readonly log: OutageLogTarget;
};

export type LeaseServerStatus = {
  readonly server: string;
  /** Whether its names are leased; otherwise this machine keeps to its share of them. */
  readonly isShared: boolean;
  readonly machines: number;
  /** How often it was asked. */
  readonly rounds: number;
  /** Why it cannot be used; null while it can. */
  readonly reason: string | null;
};

/** Leases limits for a machine. Workers read what it has leased from shared memory, and never wait for it. */
export type LeaseAgent = {
  /** Moves to the memory of another config. */
  readonly use: (place: LeasePlace) => void;
  readonly status: () => readonly LeaseServerStatus[];
  /** Resolves when every server has been asked with success, or has failed. */
  readonly ready: Promise<void>;
  readonly close: () => void;
};

/** Of one group; the rounds of several take turns, so that a machine asks ten times a second in all. */
const ROUND_MS = 100;

export function createLeaseAgent(place: LeasePlace, parts: LeaseAgentParts): LeaseAgent {
  const { servers, nowMs, log } = parts;
  const groups = createGroups(place, parts);
  let current = mapPlace(place);
  const leasers = servers.map((server, index) => {
    const known = Promise.withResolvers<void>();
    const outageLog = createOutageLog(log, server.name);
    const state = { rounds: 0, reason: 'it was not asked yet' as string | null };
    const standing = () => standingOf(current.lease, index);
    const link = createRedisLink({
      open: server.open,
      everyMs: ROUND_MS * servers.length,
      delayMs: ROUND_MS * index,
      async round(connection) {
        for (const hot of current.hotNames()) {
          groups[groupOf(hot.text, groups.length)]?.heat(hot, nowMs());
        }
        state.rounds++;
        await askOnce(connection, groups[index], nowMs);
        // A machine that joins others waits until they have left it its share.
        if (standing().validUntil > 0) known.resolve();
      },
      onChange(said) {
        state.reason = said === undefined ? null : redisFault(said);
        if (said !== undefined) known.resolve();
        outageLog.change(state.reason ?? undefined, standing().machines);
      },
    });
    const status = (): LeaseServerStatus => ({
      server: server.name,
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
    use(next) {
      current = mapPlace(next);
      for (const [group, one] of groups.entries()) one.move(groupPlace(next, group, groups.length));
    },
    status: () => leasers.map(({ status }) => status()),
    ready: Promise.all(leasers.map(({ known }) => known)).then(() => {}),
    close() {
      for (const { close } of leasers) close();
    },
  };
}

function mapPlace({ lease }: LeasePlace) {
  const mapped = mapLease(lease);
  return { lease: mapped, hotNames: createHotReader(mapped.ring) };
}

function createGroups(place: LeasePlace, parts: LeaseAgentParts): readonly LeaseGroup[] {
  const { servers, machineId, workers } = parts;
  const round = (ROUND_MS * servers.length) / 1000;
  return servers.map(({ tag }, group) => {
    const own = { group, tag, machineId, workers, round };
    return createLeaseGroup({ ...own, ...groupPlace(place, group, servers.length) });
  });
}

function groupPlace(place: LeasePlace, group: number, groups: number): GroupPlace {
  const { limits, counters, lease } = place;
  return {
    memory: mapLease(lease),
    counters: mapCounters(limits, counters),
    globalLimit: group === groupOf(EVERYBODY, groups) ? limits.globalPerSecond : undefined,
  };
}

async function askOnce(
  connection: RedisConnection,
  group: LeaseGroup | undefined,
  nowMs: () => number,
): Promise<void> {
  const question = group?.question(nowMs());
  if (question === undefined) return;
  const args = leaseArgs(question);
  const said = await connection.send('EVALSHA', args).catch((error: unknown) => {
    if (!/NOSCRIPT/.test(String(error))) throw error;
    // The script has not run, so it may be sent again.
    return connection.send('EVAL', [LEASE_SCRIPT, ...args.slice(1)]);
  });
  const answer = readLease(said, question.asks.length);
  if (answer === undefined) throw new Error('an answer that the script does not return');
  const aheadSec = question.window - answer.sec;
  group?.apply(answer, question, nowMs());
  if (Math.abs(aheadSec) > CLOCK_SEC_MAX) {
    const where = aheadSec > 0 ? 'ahead of' : 'behind';
    throw new Error(`the clock of this machine is ${Math.abs(aheadSec)} s ${where} that of Redis`);
  }
}

const CLOCK_SEC_MAX = 2;
