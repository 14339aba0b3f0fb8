import { inTime } from '../lib/in-time.ts';
import type { DrainedDatabase } from './budgets/start-budgets.ts';
import type { ConnectionParts } from './connect-ledger.ts';
import { type Connector, createConnector } from './connector.ts';
import type { DatabaseLocation } from './database.ts';
import { type DeliveryQuestion, type DeliveryRow, readDelivery } from './delivery/read-delivery.ts';
import type { Lag } from './drain.ts';
import { journalFolderOf } from './locations.ts';
import { countCalls } from './outbox.ts';
import { type Report, type ReportFault, type ReportQuestion, runReport } from './report.ts';
import { createRetirement } from './retirement.ts';

/** Why the ledger cannot start: a sentence. */
export type LedgerFault = { readonly reason: string };

/** Drains the journals into the databases, calls partners' URLs and answers reports. */
export type Ledger = {
  /** The first database. undefined while it cannot be reached. */
  readonly database: () => DrainedDatabase | undefined;
  readonly report: (question: ReportQuestion) => Promise<Report | ReportFault>;
  /** Rejects while a database cannot be reached. */
  readonly delivery: (question: DeliveryQuestion) => Promise<readonly DeliveryRow[]>;
  readonly health: () => LedgerHealth;
  /** Drains the journals a last time and stops calling partners. The databases stay open. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type LedgerHealth = Lag & {
  readonly isDatabaseUp: boolean;
  /** Calls that wait in the outboxes, counted every two seconds. */
  readonly outboxRows: number;
};

export type LedgerParts = ConnectionParts & {
  readonly locations: readonly DatabaseLocation[];
};

/** Entries that are not drained by then stay in the journals until the next start. */
const STOP_MS_MAX = 10_000;
const OUTBOX_COUNT_MS = 2000;

const UNREACHABLE = 'the database cannot be reached';

/**
 * A database that cannot be reached does not stop the start: entries stay in the journals until it can. A SQLite file
 * that cannot be written, or tables of another version, stop it.
 */
export async function startLedger(parts: LedgerParts): Promise<Ledger | LedgerFault> {
  const connectors = connectorsOf(parts);
  for (const { start } of connectors) {
    const fault = await start();
    if (fault !== undefined) return fault;
  }
  const open = () => connectors.flatMap(({ connection }) => connection() ?? []);
  const databases = () => open().map(({ database }) => database);
  const ofAll = (task: (connection: ReturnType<typeof open>[number]) => Promise<void>) =>
    inTime(Promise.all(open().map(task)), STOP_MS_MAX, undefined);
  let outboxRows = 0;
  const counting = setInterval(async () => {
    const counts = open().map(({ database }) => countCalls(database.query));
    // The drain reports a database that fails.
    outboxRows = await Promise.all(counts).then(sum, () => outboxRows);
  }, OUTBOX_COUNT_MS);

  return {
    database: firstDatabase(connectors),
    async report(question) {
      if (open().length < connectors.length) return { reason: UNREACHABLE };
      return runReport(databases(), question);
    },
    async delivery(question) {
      if (open().length < connectors.length) throw new Error(UNREACHABLE);
      return readDelivery(databases(), question);
    },
    health: () => ({ ...healthOf(connectors), outboxRows }),
    async finish() {
      for (const { stop } of connectors) stop();
      clearInterval(counting);
      await ofAll(async ({ caller, drain }) => {
        await caller.stop();
        await drain.stop();
      });
    },
    async close() {
      await ofAll(({ database }) => database.close());
    },
  };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** In the order of the databases. */
function connectorsOf(parts: LedgerParts): readonly Connector[] {
  const { locations, dataDir } = parts;
  const databaseAt = (index: number) => () => connectors[index]?.connection()?.database;
  const retirement = createRetirement(
    journalFolderOf(dataDir),
    locations.map((_, index) => databaseAt(index)),
  );
  const home = databaseAt(0);
  const connectors: readonly Connector[] = locations.map((location, index) =>
    createConnector(parts, { location, index, databases: locations.length, home, retirement }),
  );
  return connectors;
}

/** A fact has reached the budgets once every database that may have it has caught up. */
function firstDatabase(connectors: readonly Connector[]): () => DrainedDatabase | undefined {
  const caughtUpMs = () => {
    const times = connectors.map(({ connection }) => connection()?.drain.caughtUpMs());
    const known = times.filter((time) => time !== undefined);
    return known.length < times.length ? undefined : Math.min(...known);
  };
  let drained: DrainedDatabase | undefined;
  return () => {
    const database = connectors[0]?.connection()?.database;
    if (database !== undefined) drained ??= { ...database, caughtUpMs };
    return drained;
  };
}

function healthOf(connectors: readonly Connector[]): Lag & { readonly isDatabaseUp: boolean } {
  const lags = connectors.map(({ lag }) => lag());
  const isDatabaseGone = lags.some((lag) => lag.isDatabaseGone);
  return {
    // All databases are drained from the same journals.
    bytes: Math.max(...lags.map(({ bytes }) => bytes)),
    oldestMs: Math.max(...lags.map(({ oldestMs }) => oldestMs)),
    refusedCalls: sum(lags.map(({ refusedCalls }) => refusedCalls)),
    isDatabaseGone,
    reason: lags.find(({ reason }) => reason !== undefined)?.reason,
    isDatabaseUp: !isDatabaseGone,
  };
}
