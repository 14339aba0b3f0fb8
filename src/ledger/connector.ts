import { inTime } from '../lib/in-time.ts';
import { createRareLog } from '../lib/rare-log.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../lib/sql/database.ts';
import { type CallResult, type SendCall, startPartnerCaller } from './call-partners.ts';
import { createDrain, type DrainOptions, type Lag } from './drain.ts';
import { createFaultLog } from './fault-log.ts';
import { journalFolderOf } from './locations.ts';
import { type LedgerFault, prepareSchema } from './open-schema.ts';
import { createOutbox } from './outbox.ts';
import { webhookNameOf } from './queue-webhook.ts';
import { journalBytes } from './segments.ts';
import { UPGRADE_LIMITS, USUAL_LIMITS, withTimeLimit } from './time-limit.ts';

export type LedgerParts = Omit<DrainOptions, 'folder' | 'database' | 'keepDays'> &
  Required<Pick<DrainOptions, 'onNewFacts' | 'onCall'>> & {
    readonly location: DatabaseLocation;
    readonly dataDir: string;
    readonly keepDays: number | undefined;
    readonly send: SendCall;
    /** Told how each call of a webhook ended, by its name. */
    readonly onWebhook?: (result: CallResult, webhook: string) => void;
  };

/** The open database with the two tasks that run on it. */
type LedgerConnection = Exclude<Awaited<ReturnType<typeof connect>>, LedgerFault>;

const RETRY_MS = 1000;

/** A start waits this long for a database. Then it goes on, and entries stay in the journals. */
const START_MS_MAX = 30_000;

/** Connects to the database, and retries while it cannot be reached. */
export function createConnector(parts: LedgerParts, startMsMax = START_MS_MAX) {
  const { log, nowMs, location } = parts;
  const startedMs = nowMs();
  const faults = createFaultLog(log, UNREACHABLE);
  let connection: LedgerConnection | undefined;
  /** The positions are in the database: until it can be reached, all bytes count as undrained. */
  let bytes = 0;
  let oldestMs = 0;
  let isStopped = false;
  let retry: Timer | undefined;

  async function tryConnect(): Promise<LedgerFault | undefined> {
    try {
      const result = await connect(parts);
      if ('reason' in result) return result;
      connection = result;
    } catch (error) {
      if (location.kind === 'sqlite') {
        return { reason: `${location.file} cannot be used: ${(error as Error).message}` };
      }
      faults.failed(error);
      bytes = await journalBytes(journalFolderOf(parts.dataDir)).catch(() => 0);
      oldestMs = bytes === 0 ? 0 : nowMs() - startedMs;
    }
    return undefined;
  }

  /** Until it is connected. */
  async function follow(attempt: Promise<LedgerFault | undefined>): Promise<void> {
    const fault = await attempt;
    if (fault !== undefined) faults.failed(new Error(fault.reason));
    if (connection !== undefined) log.info({}, 'the database can be reached');
    else if (!isStopped) retry = setTimeout(() => void follow(tryConnect()), RETRY_MS);
  }

  return {
    /** Resolves to a fault that retries cannot repair. */
    async start(): Promise<LedgerFault | undefined> {
      const attempt = tryConnect();
      const fault = await inTime(attempt, startMsMax, 'under way' as const);
      if (fault === 'under way') log.warn({ waitedMs: startMsMax }, SLOW);
      else if (fault !== undefined || connection !== undefined) return fault;
      void follow(attempt);
      return undefined;
    },
    /** undefined while the database cannot be reached. */
    connection: () => connection,
    lag: (): Lag =>
      connection?.drain.lag() ?? { ...UNDRAINED, bytes, oldestMs, reason: faults.reason() },
    stop(): void {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}

const UNDRAINED = { refusedCalls: 0, unknownEntries: 0, isDatabaseUp: false };

const SLOW =
  'the database is still being connected or upgraded: bidding starts, entries stay in the journals until then; pg_stat_activity of this Postgres shows what it waits for';
const GIVEN_UP = 'calls that a partner did not accept are given up';
const WEBHOOK_GIVEN_UP = 'messages that a webhook did not accept are given up';
const UNREACHABLE = 'the database cannot be reached: entries stay in the journals until it can';

const POSTGRES_VERSION_MIN = 13;

const tooOld = (version: number) =>
  `this Postgres is version ${version}, and Parley needs ${POSTGRES_VERSION_MIN} or newer`;

/** Rejects where the database cannot be reached. */
async function connect(parts: LedgerParts) {
  const opened = await openDatabase(parts.location);
  const database = withTimeLimit(opened, USUAL_LIMITS);
  try {
    if (database.kind === 'postgres') {
      const [row] = await database.query("select current_setting('server_version_num') as version");
      // 150004 for version 15.4.
      const version = Math.floor(Number(row?.version) / 10_000);
      if (version < POSTGRES_VERSION_MIN) throw new Error(tooOld(version));
    }
    const fault = await prepareSchema(withTimeLimit(opened, UPGRADE_LIMITS));
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
      if (webhook === undefined) warn(partner, { partner, reason }, GIVEN_UP);
      else warn(partner, { webhook, reason }, WEBHOOK_GIVEN_UP);
    },
    faults: createFaultLog(log, 'the outbox cannot be read'),
  });
}
