import { KINDS, traitsOf } from '../../demand/kinds.ts';
import type { NO_ACCOUNTS } from '../../ledger/budgets/account.ts';
import { journalFolderFault } from '../../ledger/journal-folder.ts';
import { databaseLocationOf } from '../../ledger/locations.ts';
import { type Ledger, startLedger } from '../../ledger/start-ledger.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { isNameOfBuyer } from '../../parts/adcp/tell-buyers.ts';
import type { Config } from '../config/config.ts';
import type { Totals } from '../observe/totals.ts';
import { countSpend } from './count-spend.ts';
import { lockDataDir } from './data-lock.ts';
import type { MachineState } from './machine-state.ts';
import { createOutgoingCalls } from './outgoing-calls.ts';
import type { Pool } from './pool.ts';

type LedgerOpening = {
  readonly state: MachineState;
  readonly pool: Pool;
  readonly totals: Totals;
  /** Gets what ends it; the last started ends first. */
  readonly closers: Pick<AsyncDisposableStack, 'defer'>;
};

/** What the ledger has to know of campaigns. */
export type KnownCampaigns = {
  readonly accountOf: typeof NO_ACCOUNTS;
  readonly isRead: () => boolean;
  /** Why their budgets cannot be checked; undefined while they can. */
  readonly fault: () => string | undefined;
};

/** The ledger of this machine's data folder, which nobody else may use meanwhile. */
export async function openLedger(
  { state, pool, totals, closers }: LedgerOpening,
  campaigns: KnownCampaigns,
  { newId, nowMs, log }: Pick<Runtime, 'newId' | 'nowMs' | 'log'>,
) {
  const { config } = state;
  const lock = lockDataDir(config.dataDir);
  if ('reason' in lock) return lock;
  closers.defer(lock.release);
  if (!lock.isPrivate) log.warn({ dataDir: config.dataDir }, OPEN_TO_OTHERS);
  const fault = journalFolderFault(config.dataDir);
  if (fault !== undefined) return fault;
  const knownPartners = () => state.work.partners.known();
  // It calls out as soon as it is open.
  let database: Ledger['database'] = () => undefined;
  const ledger = await startLedger({
    location: databaseLocationOf(config),
    keepDays: config.ledger.keepDays,
    sampleDays: config.ledger.sampleDays,
    dataDir: config.dataDir,
    rates: () => state.work.setup.config.auction.rates,
    remotePartners: () => remotePartners({ partners: knownPartners() }),
    accountOf: campaigns.accountOf,
    knowsCampaigns: campaigns.isRead,
    searchPartners: () => searchPartners({ partners: knownPartners() }),
    send: createOutgoingCalls({
      partners: knownPartners,
      config: () => state.work.setup.config,
      database: () => database(),
      nowMs,
      newId,
    }),
    onWebhook(result, webhook) {
      // A buyer whose server is down is no trouble of the operator.
      const isOfBuyer = isNameOfBuyer(webhook);
      totals.add(isOfBuyer ? 'parley_adcp_messages_total' : 'parley_webhooks_total', [result], 1);
    },
    nowMs,
    log,
    // Nobody but our workers writes: we hold the folder. An orphan of a killed supervisor notices: segment-writer.ts.
    isWriterAlive: pool.isWriter,
    onNewFacts: (events, charges) => countSpend(events, charges, totals),
    onCall: (result, count) => totals.add('parley_partner_calls_total', [result], count),
  });
  // At the end: drain the last bills, then return the budget that they did not use, then close the database.
  if ('reason' in ledger) return ledger;
  closers.defer(ledger.close);
  ({ database } = ledger);
  return { ...ledger, health: () => withFault(ledger.health(), campaigns.fault()) };
}

/** The drain asks the database for nothing while the journals are empty. */
function withFault(
  health: ReturnType<Ledger['health']>,
  reason: string | undefined,
): ReturnType<Ledger['health']> {
  if (health.reason !== undefined || reason === undefined) return health;
  return { ...health, reason, isDatabaseUp: false };
}

const OPEN_TO_OTHERS =
  'other users can enter the data folder, and it belongs to another user: let only the user of Parley enter (chmod 0700)';

/** The names of the partners whose campaigns are not in our config. */
export function remotePartners({ partners }: Pick<Config, 'partners'>): ReadonlySet<string> {
  return new Set(partners.filter(({ kind }) => KINDS[kind].isRemote).map(({ name }) => name));
}

/** Of those, the names of the partners whose offers are priced here. */
function searchPartners({ partners }: Pick<Config, 'partners'>): ReadonlySet<string> {
  return new Set(
    partners.flatMap((entry) => (traitsOf(entry).offerClickRate === undefined ? [] : entry.name)),
  );
}
