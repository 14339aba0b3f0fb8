import type { Log } from '../lib/log.ts';
import type { Fact } from '../sale/fact.ts';
import { createForwarder } from './budgets/forward-settlements.ts';
import { settleFacts } from './budgets/settle-facts.ts';
import { type PartnerCaller, type SendCall, startPartnerCaller } from './call-partners.ts';
import { type Database, type DatabaseLocation, openDatabase } from './database.ts';
import { deliveryOf } from './delivery/delivery-rows.ts';
import { checkVersion } from './diagnose.ts';
import { createDrain, type Drain } from './drain.ts';
import { createGivenUpLog } from './given-up-log.ts';
import { journalFolderOf, type LedgerConfig, lanesOf } from './locations.ts';
import { migrate, type SchemaFault } from './migrate.ts';
import { createOutbox } from './outbox.ts';
import { agreeOnPlace, type Position } from './place.ts';
import type { Placement } from './placement.ts';
import type { Retirement } from './retirement.ts';
import { UPGRADE_LIMITS, USUAL_LIMITS, withTimeLimit } from './time-limit.ts';
import type { Settle } from './write-batch.ts';

/** An open database with the two tasks that run on it. */
export type Connection = {
  readonly database: Database;
  readonly drain: Drain;
  readonly caller: PartnerCaller;
};

export type ConnectionParts = {
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

/** One of the ledger's databases. */
export type Seat = Position & {
  readonly location: DatabaseLocation;
  /** The first database, undefined while it cannot be reached. */
  readonly home: () => Database | undefined;
  readonly retirement: Retirement;
};

/** Rejects where the database cannot be reached. */
export async function connectLedger(
  parts: ConnectionParts,
  seat: Seat,
): Promise<Connection | SchemaFault> {
  const opened = await openDatabase(seat.location);
  const database = withTimeLimit(opened, USUAL_LIMITS);
  try {
    if (database.kind === 'postgres') await requireVersion(database);
    const fault = await migrate(withTimeLimit(opened, UPGRADE_LIMITS));
    const placement = fault ?? (await placementOf(database, parts, seat));
    if ('reason' in placement) {
      await database.close();
      return placement;
    }
    const drain = drainInto(database, placement, parts, seat);
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

async function placementOf(
  database: Database,
  { config, nowMs }: ConnectionParts,
  { location, home, index, databases }: Seat,
): Promise<Placement | SchemaFault> {
  const place = await agreeOnPlace(database, home, { index, databases }, nowMs());
  if ('reason' in place) return place;
  return { index, databases, lanes: lanesOf(location, config), sinceMs: place.sinceMs };
}

function drainInto(
  database: Database,
  placement: Placement,
  parts: ConnectionParts,
  { home, retirement }: Seat,
): Drain {
  const { dataDir, config, nowMs, log, isWriterAlive, onNewFacts, onCall } = parts;
  const common = {
    ...{ folder: journalFolderOf(dataDir), database, placement, retirement },
    ...{ nowMs, log, isWriterAlive, onNewFacts, keepDays: config.keepDays },
    onRefusedCalls(count: number) {
      for (let i = 0; i < count; i++) onCall('refused');
    },
  };
  if (placement.index === 0) {
    const settle: Settle = async (query, facts) => {
      await settleFacts(query, facts, parts.remotePartners());
      return deliveryOf(facts, parts.remotePartners());
    };
    return createDrain({ ...common, settle });
  }
  const { keep, forward } = createForwarder(home, { database, source: placement.index, nowMs });
  const settle: Settle = async (query, facts) => {
    await keep(query, facts, parts.remotePartners());
    return deliveryOf(facts, parts.remotePartners());
  };
  return createDrain({ ...common, settle, forward });
}

function callFrom(
  database: Database,
  { send, nowMs, log, onCall }: ConnectionParts,
): PartnerCaller {
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
