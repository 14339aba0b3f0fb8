import { availableParallelism } from 'node:os';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import { PARTNER_KINDS } from '../demand/partner-kinds.ts';
import type { AdminServer } from '../http/admin-server.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { openPort } from '../http/listen-error.ts';
import { startBudgets } from '../ledger/budgets/start-budgets.ts';
import { type Fact, spendNanos } from '../ledger/fact.ts';
import { createIsWriterAlive } from '../ledger/journal-owner.ts';
import { placeOf } from '../ledger/place.ts';
import { startLedger } from '../ledger/start-ledger.ts';
import { schemeOf, serverUrl } from '../lib/server-url.ts';
import type { Totals } from '../observe/totals.ts';
import type { Assignment } from '../worker/messages.ts';
import { machineTag } from '../worker/service.ts';
import type { Surroundings } from '../worker/work.ts';
import { startAdmin } from './admin.ts';
import { machineAdminApi } from './admin-api/machine-admin-api.ts';
import { startCatalogFor } from './catalog.ts';
import type { Parley } from './in-process.ts';
import { withNoticeKeys } from './notice-keys.ts';
import { startObservatory } from './observatory.ts';
import { type Living, startPool } from './pool.ts';
import { removeAbandonedFiles } from './shared-file.ts';
import { shareWork } from './shared-work.ts';
import { tellListening } from './tell-listening.ts';
import type { StartFault } from './worker-process.ts';

export type Machine = Parley & {
  /** Takes the parts of the config that can change while running; says which cannot. */
  readonly reload: (setup: Setup) => Promise<void>;
};

/** A supervisor, one worker process per core on one port, the ledger and the admin port. */
export async function startMachine(
  given: Setup,
  { log, newId, nowMs }: Pick<Surroundings, 'log' | 'newId' | 'nowMs'>,
): Promise<Machine | StartFault> {
  removeAbandonedFiles();
  const setup = withNoticeKeys(given);
  if ('reason' in setup) return setup;
  const { config } = setup;
  const port = reservePort(config);
  const url = serverUrl(config.listen.host, port, schemeOf(config.listen));
  const workers = config.listen.workers === 'auto' ? availableParallelism() : config.listen.workers;
  const machineId = newId();
  let catalog = startCatalogFor(config, config.listen.publicUrl ?? url);
  let work = shareWork(setup, workers);
  const assignment = (): Assignment => {
    const { setupFile, memoryFile } = work;
    return { setupFile, memoryFile, workers, machineId, catalogUrl: catalog?.url };
  };
  // What was begun before a fault is ended in the opposite order.
  const endings: (() => unknown)[] = [() => catalog?.stop(), () => work.remove()];
  const end = async () => {
    for (const ending of endings.splice(0).reverse()) await ending();
  };

  const living: Living = { slots: new Set(), journals: new Set() };
  const isLiveSlot = (slot: number) => living.slots.has(slot);
  const observatory = startObservatory(work, { isLiveSlot, nowMs, log });
  endings.push(observatory.stop);
  const ledger = await startLedger({
    place: placeOf(config),
    dataDir: config.dataDir,
    remotePartners: () => remotePartners(work.setup.config),
    send: createNoticeClient(() => work.setup.config.partners, nowMs),
    nowMs,
    log,
    isWriterAlive: createIsWriterAlive(living.journals),
    onNewFacts: (facts) => countSpend(facts, observatory.totals),
    onCall: (result) => observatory.totals.add('parley_partner_calls_total', [result], 1),
  });
  if ('reason' in ledger) {
    await end();
    return ledger;
  }
  const tag = machineTag(machineId);
  const budgets = startBudgets({ database: ledger.database, machineTag: tag, newId, nowMs, log });
  // The last bills first: what they take out of the purses is not to be held back for minutes.
  endings.push(ledger.close, budgets.stop, ledger.finish);
  await budgets.use({ accounts: work.plan.accounts, purses: work.memory.purses });

  const pool = await startPool({
    count: workers,
    port,
    assignment: assignment(),
    living,
    newId,
    onReplaced: (cause) => observatory.totals.add('parley_worker_restarts_total', [cause], 1),
    log,
  });
  if ('reason' in pool) {
    await end();
    return pool;
  }
  observatory.watch({ pool, ledger });
  let admin: AdminServer;
  try {
    const api = machineAdminApi({
      pool,
      ledger,
      budgets,
      observatory,
      log,
      nowMs,
      work: () => work,
    });
    admin = startAdmin(config, { newId, log, publicPort: port }, api);
  } catch (error) {
    await pool.stop(0);
    await end();
    throw error;
  }
  const adminUrl = serverUrl(config.admin.host, admin.port);
  const partners = config.partners.map(({ name }) => name);
  tellListening(log, { url, adminUrl, workers, partners }, config.listen.publicUrl ?? url);

  return {
    url,
    port,
    adminUrl,
    reload: inTurn(async (next) => {
      if (hasMoved(config, next.config)) log.warn({}, ONLY_AT_RESTART);
      const fixed = fixedPart(config, next.config.listen);
      const ready = withNoticeKeys({ ...next, config: { ...next.config, ...fixed } });
      if ('reason' in ready) return log.error(ready, 'config not reloaded');
      // The layout of the memory follows the config, so a new config comes with memory of its own.
      const last = work;
      work = shareWork(ready, workers);
      work.memory.pauses.set(pausesOf(last, work));
      catalog ??= startCatalogFor(ready.config, ready.config.listen.publicUrl ?? url);
      await budgets.use({ accounts: work.plan.accounts, purses: work.memory.purses });
      const fault = await pool.reload(assignment());
      observatory.use(work);
      last.remove();
      if (fault === undefined) log.info({}, 'config reloaded');
      else log.error({ reason: fault.reason }, 'a worker could not reload and is replaced');
    }),
    async stop(graceMs) {
      log.info({ graceMs }, 'stopping');
      await pool.stop(graceMs);
      await admin.stop();
      await end();
      log.info({}, 'stopped');
    },
  };
}

const ONLY_AT_RESTART =
  'listen.host, listen.port, listen.workers, whether there is listen.tls, admin, databaseUrl and dataDir change only at a restart';

function countSpend(facts: readonly Fact[], { add }: Totals): void {
  for (const fact of facts) {
    const nanos = spendNanos(fact);
    if (nanos === 0) continue;
    add('parley_spend_usd_total', [fact.sale.partner], nanos);
    add('parley_billed_total', [fact.sale.partner], 1);
  }
}

/** The partners whose campaigns are not ours, by the names that sales carry. */
function remotePartners({ partners }: Config): ReadonlySet<string> {
  return new Set(
    partners.filter(({ kind }) => PARTNER_KINDS[kind].isRemote).map(({ name }) => name),
  );
}

type Paused = { readonly setup: Setup; readonly memory: { readonly pauses: Int32Array } };

/** Who was paused before a reload stays so. */
function pausesOf(last: Paused, next: Paused): readonly number[] {
  const paused = new Set(
    last.setup.config.partners
      .filter((_, place) => last.memory.pauses[place] !== 0)
      .map(({ name }) => name),
  );
  return next.setup.config.partners.map(({ name }) => Number(paused.has(name)));
}

/**
 * The port the workers will share, found free by taking it alone for a moment: shared, it would open even
 * where another program listens already.
 */
function reservePort({ listen }: Config): number {
  const { host, port } = listen;
  return openPort({ section: 'listen', host, port }, () => {
    const server = Bun.listen({ hostname: host, port, exclusive: true, socket: { data() {} } });
    const { port: taken } = server;
    server.stop(true);
    return taken;
  });
}

/** What was decided at the start and cannot change while running; the public URL can. */
function fixedPart(
  { listen: { host, port, workers }, admin, databaseUrl, dataDir }: Config,
  { publicUrl, tls }: Pick<Config['listen'], 'publicUrl' | 'tls'>,
): Pick<Config, 'listen' | 'admin' | 'databaseUrl' | 'dataDir'> {
  return { listen: { host, port, workers, publicUrl, tls }, admin, databaseUrl, dataDir };
}

function hasMoved(before: Config, after: Config): boolean {
  if (schemeOf(before.listen) !== schemeOf(after.listen)) return true;
  return !Bun.deepEquals(fixedPart(before, before.listen), fixedPart(after, before.listen));
}

/** Those that come while one is under way wait for it. */
function inTurn<T>(work: (value: T) => Promise<void>): (value: T) => Promise<void> {
  let turn = Promise.resolve();
  return (value) => {
    turn = turn.catch(() => {}).then(() => work(value));
    return turn;
  };
}
