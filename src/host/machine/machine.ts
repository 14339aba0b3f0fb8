import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { openTables } from '../../language/open-tables.ts';
import type { Closers } from '../../lib/closers.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { serverUrl } from '../../lib/server-url.ts';
import { type KnownToken, NOBODY } from '../admin/access.ts';
import { type AdminServer, startAdminServer } from '../admin/admin-server.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import type { Host } from '../host.ts';
import { callAddresses } from '../http/buyer-calls.ts';
import { createFindCaller } from '../http/caller.ts';
import { openPort } from '../http/listen-error.ts';
import { createTotals } from '../observe/totals.ts';
import type { Offers } from '../offers.ts';
import { opsOfParts, type Part } from '../part.ts';
import { lockDataDir } from './data-lock.ts';
import { createReload, type Reload } from './machine-reload.ts';
import { startServices } from './machine-services.ts';
import { createState, type MachineState } from './machine-state.ts';
import { withNoticeKeys } from './notice-keys.ts';
import { createPool } from './pool.ts';
import type { SpawnWorker } from './roster.ts';
import { removeSharedFiles, sharedRootFault } from './shared-files.ts';
import { createSlots } from './slots.ts';
import { watchTls } from './watch-tls.ts';
import type { StartFault } from './worker-process.ts';

/** A running exchange. */
export type Machine = Exclude<Awaited<ReturnType<typeof startMachine>>, StartFault>;

/** A supervisor, its workers on one port, the ledger and the admin port. `spawn` decides where workers run. */
export async function startMachine(
  given: Setup,
  runtime: Runtime,
  parts: readonly Part[],
  spawn?: SpawnWorker,
) {
  const { log, newId } = runtime;
  const fault = sharedRootFault();
  if (fault !== undefined) return fault;
  // Ends what was started, where a later part does not start.
  await using starting = new AsyncDisposableStack();
  const { dataDir } = given.config;
  const lock = lockDataDir(dataDir);
  if ('reason' in lock) return lock;
  starting.defer(lock.release);
  if (!lock.isPrivate) log.warn({ dataDir }, OPEN_TO_OTHERS);
  removeSharedFiles(lock.leftFolder);
  const setup = withNoticeKeys(given);
  if ('reason' in setup) return setup;
  // On a slow machine each of these takes seconds.
  log.info({}, 'loading the word lists and the demand');
  const state = createState(setup, newId());
  if ('reason' in state) return state;
  starting.defer(state.stop);
  openTables(setup.config.dataDir);
  const offers: Offers = {};
  const { assignment, memory } = state.work;
  lock.note(dirname(assignment.memoryFile));
  const slots = createSlots(assignment.workers, newId);
  const totals = createTotals({
    layout: memory.metrics,
    slabs: memory.slabs(),
    isLive: slots.isLive,
  });
  const pool = createPool({
    ...runtime,
    port: state.port,
    slots,
    assignment,
    offers,
    onReplaced: (cause) => totals.add('parley_worker_restarts_total', [cause], 1),
    ...(spawn && { spawn }),
  });
  log.info({}, 'opening the ledger');
  const services = await startServices(
    { state, slots, pool, totals, offers, closers: starting },
    runtime,
  );
  if ('reason' in services) return services;
  const publicUrl = () => state.work.setup.config.listen.publicUrl ?? state.url;
  const host: Host = {
    ...services,
    ...runtime,
    state,
    work: () => state.work,
    totals,
    ops: opsOfParts(parts),
    offers,
    publicUrl,
    ownUrl: state.url,
  };
  for (const { start } of parts) Object.assign(offers, start?.(host, starting));
  // The feed tries again by itself, and logs it.
  await services.feed
    .refresh()
    .catch(() => {})
    .then(services.feed.learn);
  // Before the workers, which answer `/readyz`: a machine that is ready has all its ports.
  const { adminUrl, portalUrl } = startAdmin(host, parts, starting);
  log.info({ workers: assignment.workers }, 'starting the workers');
  const unstarted = await pool.start();
  if (unstarted !== undefined) return unstarted;
  // Changes that were read while the workers started.
  await pool.ask('feed');
  const { withSetup, withTls } = createReload(state, services, runtime);
  starting.defer(watchCertificate(state, withTls, runtime));
  const closers = starting.move();
  return {
    url: state.url,
    port: state.port,
    adminUrl,
    /** Of the port that has the pages of publishers alone, if there is one. */
    portalUrl,
    /** Where AI buyers call; undefined: nowhere. */
    adcpUrl: () => callAddresses(state.work.setup.config, publicUrl())[0],
    workers: assignment.workers,
    countUncaught: () => totals.add('parley_uncaught_errors_total', [], 1),
    /** Goes on with another config. Logs why, where it cannot. */
    reload: withSetup,
    async stop(graceMs: number): Promise<void> {
      log.info({ graceMs }, 'stopping');
      await pool.stop(graceMs);
      await closers.disposeAsync();
      log.info({}, 'stopped');
    },
  };
}

const OPEN_TO_OTHERS =
  'other users can enter the data folder, and it belongs to another user: let only the user of Parley enter (chmod 0700)';

function watchCertificate(
  state: MachineState,
  renew: Reload['withTls'],
  { log, nowMs }: Pick<Runtime, 'log' | 'nowMs'>,
): () => void {
  return watchTls({
    current: () => tlsOf(state.work.setup),
    renew,
    onFault(fault) {
      state.tlsFault = fault;
    },
    log,
    nowMs,
  });
}

function tlsOf({ config, tls }: Setup) {
  const files = config.listen.tls;
  return files && tls && { files, inUse: tls };
}

function startAdmin(host: Host, parts: readonly Part[], closers: Closers) {
  const { ops, offers, publicUrl, newId, log } = host;
  const { admin, limits, portal, dataDir } = host.work().setup.config;
  const server = openPort({ section: 'admin', ...admin }, () =>
    startAdminServer({
      host: admin.host,
      port: admin.port,
      tokens: knownTokens(admin),
      ops,
      machine: host,
      people: offers.people ?? NOBODY,
      openRoutes: Object.assign({}, ...parts.map(({ openRoutes }) => openRoutes?.(host))),
      publicUrl: publicUrl(),
      portalUrl: portal.publicUrl,
      sessionsFolder: join(dataDir, 'sessions'),
      findCaller: createFindCaller(limits.trustedProxies),
      log,
      newId,
      newSecret: () => randomBytes(32).toString('base64url'),
      nowMs: Date.now,
    }),
  );
  closers.defer(server.stop);
  const ofPublishers = openPortal(portal, server);
  if (ofPublishers !== undefined) closers.defer(ofPublishers.stop);
  return {
    adminUrl: serverUrl(admin.host, server.port),
    portalUrl: ofPublishers && serverUrl(portal.host, ofPublishers.port),
  };
}

function openPortal({ host, port }: Config['portal'], admin: AdminServer) {
  if (port === undefined) return undefined;
  return openPort({ section: 'portal', host, port }, () => admin.openPortal({ host, port }));
}

/** `admin.token` has every right and the name `admin`. */
function knownTokens({ token, tokens }: Config['admin']): readonly KnownToken[] {
  if (token === undefined) return tokens;
  return [{ name: 'admin', token, role: 'admin' }, ...tokens];
}
