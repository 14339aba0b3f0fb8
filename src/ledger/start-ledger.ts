import { inTime } from '../lib/in-time.ts';
import type { Log } from '../lib/log.ts';
import { createBudgetTables } from './budgets/budget-tables.ts';
import { settleFacts } from './budgets/settle-facts.ts';
import type { DrainedDatabase } from './budgets/start-budgets.ts';
import { type PartnerCaller, type SendCall, startPartnerCaller } from './call-partners.ts';
import { type Database, openDatabase, type Place } from './database.ts';
import { createDrain, type Drain, type Lag } from './drain.ts';
import type { Fact } from './fact.ts';
import { journalBytes } from './folder-meter.ts';
import { countCalls, createOutbox } from './outbox.ts';
import { journalFolderOf } from './locations.ts';
import { type Report, type ReportFault, type ReportQuestion, runReport } from './report.ts';
import { prepareSchema } from './schema.ts';
import { withTimeLimit } from './time-limit.ts';

/** Why the ledger cannot start: a sentence. */
export type LedgerFault = { readonly reason: string };

/** What was sold and what is owed: brought from the journals into the database, and told from there. */
export type Ledger = {
  /** Undefined while it cannot be reached. */
  readonly database: () => DrainedDatabase | undefined;
  readonly report: (question: ReportQuestion) => Promise<Report | ReportFault>;
  readonly health: () => LedgerHealth;
  /** Takes what the journals still hold, and takes no more. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type LedgerHealth = Lag & {
  readonly isDatabaseUp: boolean;
  /** Calls that wait in the outbox, as of the last look. */
  readonly outboxRows: number;
};

export type LedgerParts = {
  readonly place: Place;
  readonly dataDir: string;
  /** The partners whose campaigns are not ours, by name. They change with the config. */
  readonly remotePartners: () => ReadonlySet<string>;
  readonly send: SendCall;
  readonly nowMs: () => number;
  readonly log: Log;
  readonly isWriterAlive: (name: string) => boolean;
  readonly onNewFacts: (facts: readonly Fact[]) => void;
  readonly onCall: (result: 'done' | 'failed' | 'given_up' | 'refused') => void;
};

const RETRY_MS = 1000;
/** More than a batch and the turns of other machines take. */
const DATABASE_MS_MAX = 30_000;
/** What is not drained by then waits in the journals for the next start. */
const STOP_MS_MAX = 10_000;
const OUTBOX_LOOK_MS = 2000;

/**
 * A database that is away does not keep an exchange from starting: the journals hold what comes until it is
 * there. A file that cannot be written, or tables of another version, do.
 */
export async function startLedger(parts: LedgerParts): Promise<Ledger | LedgerFault> {
  const { log, nowMs } = parts;
  const { place } = parts;
  const startedMs = nowMs();
  let connected: Connected | undefined;
  let waiting: Lag | undefined;
  let isStopping = false;
  let retry: Timer | undefined;

  async function tryConnect(): Promise<LedgerFault | undefined> {
    try {
      const result = await connect(parts);
      if ('reason' in result) return result;
      connected = result;
    } catch (error) {
      const reason = (error as Error).message;
      if (place.kind === 'sqlite') return { reason: `${place.file} cannot be used: ${reason}.` };
      if (waiting === undefined) {
        log.error({ reason }, 'the database cannot be reached; the journals keep what comes');
      }
      waiting = await waitingIn(journalFolderOf(parts.dataDir), nowMs() - startedMs);
    }
    return undefined;
  }

  async function keepTrying(): Promise<void> {
    const fault = await tryConnect();
    if (fault !== undefined) log.error(fault, 'the database cannot be used');
    if (connected !== undefined) log.info({}, 'the database is there');
    else if (!isStopping) retry = setTimeout(keepTrying, RETRY_MS);
  }

  let outboxRows = 0;
  const look = setInterval(async () => {
    const query = connected?.database.query;
    // A database that is gone is told of by the drain.
    if (query !== undefined) outboxRows = await countCalls(query).catch(() => outboxRows);
  }, OUTBOX_LOOK_MS);

  const fault = await tryConnect();
  if (fault !== undefined) {
    clearInterval(look);
    return fault;
  }
  if (connected === undefined) retry = setTimeout(keepTrying, RETRY_MS);

  return {
    database: () => connected?.database,
    async report(question) {
      if (connected === undefined) return { reason: 'the database cannot be reached' };
      return runReport(connected.database, question);
    },
    health: () => ({
      ...(connected?.drain.lag() ?? waiting ?? NOTHING_DRAINED),
      isDatabaseUp: connected !== undefined && !connected.drain.lag().isDatabaseGone,
      outboxRows,
    }),
    async finish() {
      isStopping = true;
      clearTimeout(retry);
      clearInterval(look);
      const end = async () => {
        await connected?.caller.stop();
        await connected?.drain.stop();
      };
      await inTime(end(), STOP_MS_MAX, undefined);
    },
    async close() {
      await inTime(connected?.database.close() ?? Promise.resolve(), STOP_MS_MAX, undefined);
    },
  };
}

const NOTHING_DRAINED: Lag = { bytes: 0, oldestMs: 0, refusedCalls: 0, isDatabaseGone: true };

/** What the journals hold where nobody has drained them yet. */
async function waitingIn(folder: string, sinceMs: number): Promise<Lag> {
  const bytes = await journalBytes(folder).catch(() => 0);
  return { ...NOTHING_DRAINED, bytes, oldestMs: bytes === 0 ? 0 : sinceMs };
}

type Connected = {
  readonly database: DrainedDatabase;
  readonly drain: Drain;
  readonly caller: PartnerCaller;
};

async function connect(parts: LedgerParts): Promise<Connected | LedgerFault> {
  const { place, dataDir, send, nowMs, log, isWriterAlive, onNewFacts, onCall } = parts;
  const database: Database = withTimeLimit(await openDatabase(place), DATABASE_MS_MAX);
  try {
    const fault = await prepareSchema(database);
    if (fault !== undefined) {
      await database.close();
      return fault;
    }
    await createBudgetTables(database.query);
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
  const drain = createDrain({
    folder: journalFolderOf(dataDir),
    database,
    nowMs,
    log,
    isWriterAlive,
    onNewFacts,
    onRefusedCalls(count) {
      for (let i = 0; i < count; i++) onCall('refused');
    },
    settle: (query, facts) => settleFacts(query, facts, parts.remotePartners()),
  });
  drain.start();
  const tellGivenUp = createGivenUpLog(log);
  const caller = startPartnerCaller({
    outbox: createOutbox(database, nowMs),
    send,
    onResult(result, partner) {
      onCall(result);
      if (result === 'given_up') tellGivenUp(partner);
    },
    onError: (error) => log.error({ err: error }, 'the outbox cannot be read'),
  });
  return { database: { ...database, caughtUpMs: drain.caughtUpMs }, drain, caller };
}

const GIVEN_UP_LOG_MS = 60_000;

/** Tells of a partner once a minute, since one that is gone has thousands of calls given up. */
function createGivenUpLog(log: Log): (partner: string) => void {
  const told = new Map<string, { readonly untilMs: number; count: number }>();
  return (partner) => {
    const now = performance.now();
    const last = told.get(partner);
    if (last !== undefined && now < last.untilMs) {
      last.count++;
      return;
    }
    const count = (last?.count ?? 0) + 1;
    log.warn({ partner, count }, 'calls that a partner did not take are given up');
    told.set(partner, { untilMs: now + GIVEN_UP_LOG_MS, count: 0 });
  };
}
