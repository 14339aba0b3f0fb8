import { inTime } from '../lib/in-time.ts';
import type { Log } from '../lib/log.ts';
import type { DrainedDatabase } from './budgets/start-budgets.ts';
import { type Connection, type ConnectionParts, connectLedger } from './connect-ledger.ts';
import type { DatabaseLocation } from './database.ts';
import type { Lag } from './drain.ts';
import { journalBytes } from './folder-meter.ts';
import { journalFolderOf } from './locations.ts';
import { countCalls } from './outbox.ts';
import { type Report, type ReportFault, type ReportQuestion, runReport } from './report.ts';

/** Why the ledger cannot start: a sentence. */
export type LedgerFault = { readonly reason: string };

/** Drains the journals into the database, calls partners' URLs and answers reports. */
export type Ledger = {
  /** undefined while the database cannot be reached. */
  readonly database: () => DrainedDatabase | undefined;
  readonly report: (question: ReportQuestion) => Promise<Report | ReportFault>;
  readonly health: () => LedgerHealth;
  /** Drains the journals a last time and stops calling partners. The database stays open. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type LedgerHealth = Lag & {
  readonly isDatabaseUp: boolean;
  /** Calls that wait in the outbox, counted every two seconds. */
  readonly outboxRows: number;
};

export type LedgerParts = ConnectionParts & {
  readonly location: DatabaseLocation;
  readonly log: Log;
};

const RETRY_MS = 1000;
/** Entries that are not drained by then stay in the journals until the next start. */
const STOP_MS_MAX = 10_000;
const OUTBOX_COUNT_MS = 2000;

/**
 * A database that cannot be reached does not stop the start: entries stay in the journals until it can. A SQLite file
 * that cannot be written, or tables of another version, stop it.
 */
export async function startLedger(parts: LedgerParts): Promise<Ledger | LedgerFault> {
  const connector = createConnector(parts);
  const { connection } = connector;
  const fault = await connector.start();
  if (fault !== undefined) return fault;

  let outboxRows = 0;
  const counting = setInterval(async () => {
    const query = connection()?.database.query;
    // The drain reports a database that fails.
    if (query !== undefined) outboxRows = await countCalls(query).catch(() => outboxRows);
  }, OUTBOX_COUNT_MS);

  return {
    database: () => connection()?.database,
    async report(question) {
      const database = connection()?.database;
      if (database === undefined) return { reason: 'the database cannot be reached' };
      return runReport(database, question);
    },
    health() {
      const drain = connection()?.drain;
      const lag = drain?.lag() ?? connector.lag();
      const isDatabaseUp = drain !== undefined && !lag.isDatabaseGone;
      return { ...lag, isDatabaseUp, outboxRows };
    },
    async finish() {
      connector.stop();
      clearInterval(counting);
      const end = async () => {
        await connection()?.caller.stop();
        await connection()?.drain.stop();
      };
      await inTime(end(), STOP_MS_MAX, undefined);
    },
    async close() {
      await inTime(connection()?.database.close() ?? Promise.resolve(), STOP_MS_MAX, undefined);
    },
  };
}

/** Connects to the database, and retries while it cannot be reached. */
function createConnector(parts: LedgerParts) {
  const { location, log, nowMs } = parts;
  const startedMs = nowMs();
  let connection: Connection | undefined;
  let lag: Lag | undefined;
  let isStopped = false;
  let retry: Timer | undefined;

  async function tryConnect(): Promise<LedgerFault | undefined> {
    try {
      const result = await connectLedger(parts, location);
      if ('reason' in result) return result;
      connection = result;
    } catch (error) {
      const reason = (error as Error).message;
      if (location.kind === 'sqlite') {
        return { reason: `${location.file} cannot be used: ${reason}.` };
      }
      if (lag === undefined) log.error({ reason }, UNREACHABLE);
      lag = await undrainedLag(journalFolderOf(parts.dataDir), nowMs() - startedMs);
    }
    return undefined;
  }

  async function retryConnect(): Promise<void> {
    const fault = await tryConnect();
    if (fault !== undefined) log.error(fault, 'the database cannot be used');
    if (connection !== undefined) log.info({}, 'the database can be reached');
    else if (!isStopped) retry = setTimeout(retryConnect, RETRY_MS);
  }

  return {
    async start(): Promise<LedgerFault | undefined> {
      const fault = await tryConnect();
      if (fault === undefined && connection === undefined) {
        retry = setTimeout(retryConnect, RETRY_MS);
      }
      return fault;
    },
    connection: () => connection,
    /** While there is no connection. */
    lag: () => lag ?? NOTHING_DRAINED,
    stop() {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}

const UNREACHABLE = 'the database cannot be reached: entries stay in the journals until it can';

const NOTHING_DRAINED: Lag = { bytes: 0, oldestMs: 0, refusedCalls: 0, isDatabaseGone: true };

async function undrainedLag(folder: string, sinceMs: number): Promise<Lag> {
  const bytes = await journalBytes(folder).catch(() => 0);
  return { ...NOTHING_DRAINED, bytes, oldestMs: bytes === 0 ? 0 : sinceMs };
}
