import type { Log } from '../lib/log.ts';
import type { Fact } from '../sale/fact.ts';
import { type PartnerCaller, type SendCall, startPartnerCaller } from './call-partners.ts';
import { type Database, type DatabaseLocation, openDatabase } from './database.ts';
import { checkVersion } from './diagnose.ts';
import { createDrain, type Drain } from './drain.ts';
import { createGivenUpLog } from './given-up-log.ts';
import { journalFolderOf, type LedgerConfig } from './locations.ts';
import { migrate, type SchemaFault } from './migrate.ts';
import { createOutbox } from './outbox.ts';
import { UPGRADE_LIMITS, USUAL_LIMITS, withTimeLimit } from './time-limit.ts';

/** The open database with the two tasks that run on it. */
export type Connection = {
  readonly database: Database;
  readonly drain: Drain;
  readonly caller: PartnerCaller;
};

export type LedgerParts = {
  readonly location: DatabaseLocation;
  readonly dataDir: string;
  readonly config: LedgerConfig;
  /** The names of the partners whose campaigns are not in our config. They change with the config. */
  readonly remotePartners: () => ReadonlySet<string>;
  readonly send: SendCall;
  readonly nowMs: () => number;
  readonly log: Log;
  readonly isWriterAlive: (name: string) => boolean;
  readonly onNewFacts: (facts: readonly Fact[]) => void;
  readonly onCall: (result: 'done' | 'failed' | 'given_up' | 'refused') => void;
};

/** Rejects where the database cannot be reached. */
export async function connectLedger(parts: LedgerParts): Promise<Connection | SchemaFault> {
  const opened = await openDatabase(parts.location);
  const database = withTimeLimit(opened, USUAL_LIMITS);
  try {
    if (database.kind === 'postgres') await requireVersion(database);
    const fault = await migrate(withTimeLimit(opened, UPGRADE_LIMITS));
    if (fault !== undefined) {
      await database.close();
      return fault;
    }
    const drain = drainInto(database, parts);
    drain.start();
    return { database, drain, caller: callFrom(database, parts) };
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

async function requireVersion({ query }: Database): Promise<void> {
  const [row] = await query("select current_setting('server_version_num') as version");
  checkVersion(Number(row?.version));
}

function drainInto(database: Database, parts: LedgerParts): Drain {
  const { dataDir, config, nowMs, log, isWriterAlive, remotePartners, onNewFacts } = parts;
  return createDrain({
    ...{ folder: journalFolderOf(dataDir), database, keepDays: config.keepDays },
    ...{ nowMs, log, isWriterAlive, remotePartners, onNewFacts },
    onRefusedCalls(count: number) {
      for (let i = 0; i < count; i++) parts.onCall('refused');
    },
  });
}

function callFrom(database: Database, { send, nowMs, log, onCall }: LedgerParts): PartnerCaller {
  const logGivenUp = createGivenUpLog(log);
  return startPartnerCaller({
    outbox: createOutbox(database, nowMs),
    send,
    onResult(result, partner, reason) {
      onCall(result);
      if (result === 'given_up') logGivenUp(partner, reason);
    },
    onError: (error) => log.error({ err: error }, 'the outbox cannot be read'),
  });
}
