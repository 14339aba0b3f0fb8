import type { Log } from '../lib/log.ts';
import { settleFacts } from './budgets/settle-facts.ts';
import type { DrainedDatabase } from './budgets/start-budgets.ts';
import { type PartnerCaller, type SendCall, startPartnerCaller } from './call-partners.ts';
import { type Database, type DatabaseLocation, openDatabase } from './database.ts';
import { deliveryOf, writeDelivery } from './delivery/delivery-rows.ts';
import { createDrain, type Drain } from './drain.ts';
import type { Fact } from './fact.ts';
import { journalFolderOf } from './locations.ts';
import { migrate, type SchemaFault } from './migrate.ts';
import { createOutbox } from './outbox.ts';
import { withTimeLimit } from './time-limit.ts';

/** An open database with the two tasks that run on it. */
export type Connection = {
  readonly database: DrainedDatabase;
  readonly drain: Drain;
  readonly caller: PartnerCaller;
};

export type ConnectionParts = {
  readonly dataDir: string;
  /** The names of the partners whose campaigns are not in our config. They change with the config. */
  readonly remotePartners: () => ReadonlySet<string>;
  readonly send: SendCall;
  readonly nowMs: () => number;
  readonly log: Log;
  readonly isWriterAlive: (name: string) => boolean;
  readonly onNewFacts: (facts: readonly Fact[]) => void;
  readonly onCall: (result: 'done' | 'failed' | 'given_up' | 'refused') => void;
};

/** Longer than a batch and the batches of other machines before it take. */
const DATABASE_MS_MAX = 30_000;

/** Rejects where the database cannot be reached. */
export async function connectLedger(
  parts: ConnectionParts,
  location: DatabaseLocation,
): Promise<Connection | SchemaFault> {
  const database: Database = withTimeLimit(await openDatabase(location), DATABASE_MS_MAX);
  try {
    const fault = await migrate(database);
    if (fault !== undefined) {
      await database.close();
      return fault;
    }
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
  const drain = drainInto(database, parts);
  drain.start();
  const caller = callFrom(database, parts);
  return { database: { ...database, caughtUpMs: drain.caughtUpMs }, drain, caller };
}

function drainInto(database: Database, parts: ConnectionParts): Drain {
  const { dataDir, nowMs, log, isWriterAlive, onNewFacts, onCall } = parts;
  return createDrain({
    folder: journalFolderOf(dataDir),
    database,
    nowMs,
    log,
    isWriterAlive,
    onNewFacts,
    onRefusedCalls(count) {
      for (let i = 0; i < count; i++) onCall('refused');
    },
    async settle(query, facts) {
      const remotePartners = parts.remotePartners();
      await settleFacts(query, facts, remotePartners);
      await writeDelivery(query, deliveryOf(facts, remotePartners));
    },
  });
}

function callFrom(
  database: Database,
  { send, nowMs, log, onCall }: ConnectionParts,
): PartnerCaller {
  const logGivenUp = createGivenUpLog(log);
  return startPartnerCaller({
    outbox: createOutbox(database, nowMs),
    send,
    onResult(result, partner) {
      onCall(result);
      if (result === 'given_up') logGivenUp(partner);
    },
    onError: (error) => log.error({ err: error }, 'the outbox cannot be read'),
  });
}

const GIVEN_UP_LOG_MS = 60_000;

/** Logs a partner at most once a minute, since a partner that is down has thousands of calls given up. */
function createGivenUpLog(log: Log): (partner: string) => void {
  const logged = new Map<string, { readonly untilMs: number; count: number }>();
  return (partner) => {
    const now = performance.now();
    const last = logged.get(partner);
    if (last !== undefined && now < last.untilMs) {
      last.count++;
      return;
    }
    const count = (last?.count ?? 0) + 1;
    log.warn({ partner, count }, 'calls that a partner did not accept are given up');
    logged.set(partner, { untilMs: now + GIVEN_UP_LOG_MS, count: 0 });
  };
}
