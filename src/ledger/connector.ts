import { inTime } from '../lib/in-time.ts';
import { type Connection, connectLedger, type LedgerParts } from './connect-ledger.ts';
import type { Lag } from './drain.ts';
import { createFaultLog } from './fault-log.ts';
import { journalBytes } from './folder-meter.ts';
import { journalFolderOf } from './locations.ts';
import type { SchemaFault } from './migrate.ts';

/** Connects to the database, and retries while it cannot be reached. */
export type Connector = {
  /** Resolves to a fault that retries cannot repair. */
  readonly start: () => Promise<SchemaFault | undefined>;
  /** undefined while the database cannot be reached. */
  readonly connection: () => Connection | undefined;
  readonly lag: () => Lag;
  readonly stop: () => void;
};

const RETRY_MS = 1000;

/** A start waits this long for a database. Then it goes on, and entries stay in the journals. */
const START_MS_MAX = 30_000;

export function createConnector(parts: LedgerParts, startMsMax = START_MS_MAX): Connector {
  const { log, nowMs, location } = parts;
  const startedMs = nowMs();
  const faults = createFaultLog(log, UNREACHABLE);
  let connection: Connection | undefined;
  let lag: Lag | undefined;
  let isStopped = false;
  let retry: Timer | undefined;

  async function tryConnect(): Promise<SchemaFault | undefined> {
    try {
      const result = await connectLedger(parts);
      if ('reason' in result) return result;
      connection = result;
    } catch (error) {
      if (location.kind === 'sqlite') {
        return { reason: `${location.file} cannot be used: ${(error as Error).message}.` };
      }
      faults.failed(error);
      lag = await undrainedLag(journalFolderOf(parts.dataDir), nowMs() - startedMs);
    }
    return undefined;
  }

  async function follow(attempt: Promise<SchemaFault | undefined>): Promise<void> {
    const fault = await attempt;
    if (fault !== undefined) log.error(fault, 'the database cannot be used');
    if (connection !== undefined) log.info({}, 'the database can be reached');
    else if (!isStopped) retry = setTimeout(retryConnect, RETRY_MS);
  }

  const retryConnect = () => void follow(tryConnect());

  return {
    async start() {
      const attempt = tryConnect();
      const fault = await inTime(attempt, startMsMax, 'under way' as const);
      if (fault === 'under way') {
        log.warn({ waitedMs: startMsMax }, SLOW);
        follow(attempt);
        return undefined;
      }
      if (fault === undefined && connection === undefined) {
        retry = setTimeout(retryConnect, RETRY_MS);
      }
      return fault;
    },
    connection: () => connection,
    lag: () => connection?.drain.lag() ?? { ...(lag ?? NOTHING_DRAINED), reason: faults.reason() },
    stop() {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}

const SLOW =
  'the database is still being connected or upgraded: bidding starts, entries stay in the journals until then';
const UNREACHABLE = 'the database cannot be reached: entries stay in the journals until it can';

const NOTHING_DRAINED: Lag = {
  ...{ bytes: 0, oldestMs: 0, refusedCalls: 0, unknownEntries: 0 },
  ...{ isDatabaseGone: true, reason: undefined },
};

/** The positions are in the database, so that all bytes count. */
async function undrainedLag(folder: string, sinceMs: number): Promise<Lag> {
  const bytes = await journalBytes(folder).catch(() => 0);
  return { ...NOTHING_DRAINED, bytes, oldestMs: bytes === 0 ? 0 : sinceMs };
}
