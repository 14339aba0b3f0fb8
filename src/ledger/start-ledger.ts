import { inTime } from '../lib/in-time.ts';
import { createRareLog } from '../lib/rare-log.ts';
import { repeat } from '../lib/repeat.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../lib/sql/database.ts';
import { type CallResult, type SendCall, startPartnerCaller } from './call-partners.ts';
import { journalFolderOf } from './data-folder.ts';
import { type DeliveryQuestion, readDelivery } from './delivery/read-delivery.ts';
import { createDrain, type DrainOptions, type Lag } from './drain.ts';
import { createFaultLog } from './fault-log.ts';
import { countCalls, createOutbox, webhookNameOf } from './outbox.ts';
import { journalBytes } from './read-journals.ts';
import type { RollupQuestion } from './report.ts';
import { runReport } from './report.ts';
import { readSamples, type SamplesMax } from './samples/request-samples.ts';
import { type LedgerFault, prepareSchema } from './schema.ts';

export type Ledger = Exclude<Awaited<ReturnType<typeof startLedger>>, LedgerFault>;

export type LedgerParts = Omit<DrainOptions, 'folder' | 'database'> &
  Required<Pick<DrainOptions, 'onCall'>> & {
    readonly location: DatabaseLocation;
    readonly dataDir: string;
    readonly send: SendCall;
    /** Told how each call of a webhook ended, by its name. */
    readonly onWebhook?: (result: CallResult, webhook: string) => void;
  };

/** A start waits this long for a database. Then it goes on, and entries stay in the journals. */
const START_MS_MAX = 30_000;
const RETRY_MS = 1000;
/** Entries that are not drained by then stay in the journals until the next start. */
const STOP_MS_MAX = 10_000;
const OUTBOX_COUNT_MS = 2000;

const UNREACHABLE = 'the database cannot be reached';
const NOT_CONNECTED = `${UNREACHABLE}: entries stay in the journals until it can`;
const SLOW =
  'the database is still being connected: bidding starts, entries stay in the journals until then; pg_stat_activity of this Postgres shows what it waits for';

/**
 * Drains the journals into the database, calls partners' URLs and answers reports. Only a SQLite file that cannot be
 * written, or tables of another version, stop the start: entries stay in the journals until a database can be reached.
 */
export async function startLedger(parts: LedgerParts, startMsMax = START_MS_MAX) {
  const { log, nowMs, location, dataDir } = parts;
  const startedMs = nowMs();
  const faults = createFaultLog(log, NOT_CONNECTED, 'the database can be reached');
  const first = Promise.withResolvers<LedgerFault | undefined>();
  let connection: Connection | undefined;
  /** The positions are in the database: until it can be reached, all bytes count as undrained. */
  let bytes = 0;
  let outboxRows = 0;

  /** Resolves to a fault that retries cannot repair. */
  async function tryConnect(): Promise<LedgerFault | undefined> {
    try {
      const result = await connect(parts);
      if ('reason' in result) return result;
      connection = result;
      faults.recovered();
    } catch (error) {
      if (location.kind === 'sqlite') {
        return { reason: `${location.file} cannot be used: ${(error as Error).message}` };
      }
      faults.failed(error);
      bytes = await journalBytes(journalFolderOf(dataDir)).catch(() => 0);
    }
    return undefined;
  }

  let isStarted = false;
  const stopRepeating = repeat(async () => {
    if (connection !== undefined) {
      // The drain reports a database that fails.
      outboxRows = await countCalls(connection.database.query).catch(() => outboxRows);
      return OUTBOX_COUNT_MS;
    }
    const fault = await tryConnect();
    first.resolve(fault);
    if (isStarted && fault !== undefined) faults.failed(new Error(fault.reason));
    return RETRY_MS;
  });
  const fault = await inTime(first.promise, startMsMax, 'under way' as const);
  if (fault === 'under way') log.warn({ waitedMs: startMsMax }, SLOW);
  else if (fault !== undefined) {
    void stopRepeating();
    return fault;
  }
  isStarted = true;

  function reachable(): Database {
    if (connection === undefined) throw new Error(UNREACHABLE);
    return connection.database;
  }

  const lag = (): Lag =>
    connection?.drain.lag() ?? {
      bytes,
      oldestMs: bytes === 0 ? 0 : nowMs() - startedMs,
      refusedCalls: 0,
      unknownEntries: 0,
      reason: faults.reason(),
      isDatabaseUp: false,
    };

  return {
    /** undefined while it cannot be reached. */
    database: () => connection?.database,
    report: async (question: RollupQuestion) =>
      connection === undefined ? { reason: UNREACHABLE } : runReport(connection.database, question),
    /** Rejects while the database cannot be reached. */
    samples: async (max: SamplesMax) => readSamples(reachable(), max),
    /** Rejects while the database cannot be reached. */
    delivery: async (question: DeliveryQuestion) => readDelivery(reachable(), question),
    /** `outboxRows`: calls that wait in the outbox, counted every two seconds. */
    health: () => ({ ...lag(), outboxRows }),
    /** Drains the journals a last time and stops calling partners. The database stays open. */
    async finish() {
      const stopped = async () => {
        await stopRepeating();
        await connection?.caller.stop();
        await connection?.drain.stop();
      };
      await inTime(stopped(), STOP_MS_MAX, undefined);
    },
    async close() {
      await inTime(Promise.resolve(connection?.database.close()), STOP_MS_MAX, undefined);
    },
  };
}

/** The open database with the two tasks that run on it. */
type Connection = Exclude<Awaited<ReturnType<typeof connect>>, LedgerFault>;

const POSTGRES_VERSION_MIN = 13;

/** Rejects where the database cannot be reached. */
async function connect(parts: LedgerParts) {
  const database = await openDatabase(parts.location);
  try {
    if (database.kind === 'postgres') {
      const [row] = await database.query("select current_setting('server_version_num') as version");
      // 150004 for version 15.4.
      const version = Math.floor(Number(row?.version) / 10_000);
      if (version < POSTGRES_VERSION_MIN) {
        const needed = `${POSTGRES_VERSION_MIN} or newer`;
        throw new Error(`this Postgres is version ${version}, and Parley needs ${needed}`);
      }
    }
    const fault = await prepareSchema(database);
    if (fault !== undefined) {
      await database.close();
      return fault;
    }
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
  const drain = createDrain({ ...parts, folder: journalFolderOf(parts.dataDir), database });
  drain.start();
  const { caughtUpMs } = drain;
  return { database: { ...database, caughtUpMs }, drain, caller: callFrom(database, parts) };
}

function callFrom(database: Database, { send, nowMs, log, onCall, onWebhook }: LedgerParts) {
  // A partner that is down has thousands of calls given up.
  const warn = createRareLog(log, () => performance.now());
  return startPartnerCaller({
    outbox: createOutbox(database, nowMs),
    send,
    onResult(result, partner, reason) {
      const webhook = webhookNameOf(partner);
      if (webhook === undefined) onCall(result, 1);
      else onWebhook?.(result, webhook);
      if (result !== 'given_up') return;
      if (webhook === undefined) {
        warn(partner, { partner, reason }, 'calls that a partner did not accept are given up');
      } else {
        warn(partner, { webhook, reason }, 'messages that a webhook did not accept are given up');
      }
    },
    faults: createFaultLog(log, 'the outbox cannot be read'),
  });
}
