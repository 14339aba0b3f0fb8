import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from '../../lib/log.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { serverUrl } from '../../lib/server-url.ts';
import { type SellerOf, startAdcp } from '../../parts/adcp/serve.ts';
import { campaignsOf } from '../../parts/campaigns/api/campaigns.ts';
import type { ImageFiles } from '../../parts/images/image-files.ts';
import { type KnownToken, NOBODY } from '../admin/access.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import { type AdminServer, startAdminServer } from '../http/admin-server.ts';
import { createFindCaller } from '../http/caller.ts';
import { openPort } from '../http/listen-error.ts';
import { createTotals, type Totals } from '../observe/totals.ts';
import { opsOfParts, type Part } from '../part.ts';
import { createReload, type Reload } from './machine-reload.ts';
import { type MachineServices, startServices } from './machine-services.ts';
import { createState, type MachineState } from './machine-state.ts';
import { withNoticeKeys } from './notice-keys.ts';
import { createPool } from './pool.ts';
import { removeAbandonedFiles, sharedRootFault } from './shared-files.ts';
import { watchTls } from './watch-tls.ts';
import type { StartFault } from './worker-process.ts';

/** A running exchange. */
export type Machine = Exclude<Awaited<ReturnType<typeof startMachine>>, StartFault>;

/**
 * A supervisor, its workers on one port, the ledger and the admin port. `createWorkers` decides where workers run, `sellerOf`
 * what AI buyers call.
 */
export async function startMachine(
  given: Setup,
  runtime: Runtime,
  parts: readonly Part[],
  createWorkers = createPool,
  sellerOf?: SellerOf,
) {
  const { log, nowMs, newId } = runtime;
  const setup = sharedRootFault() ?? withNoticeKeys(given);
  if ('reason' in setup) return setup;
  removeAbandonedFiles(nowMs());
  // On a slow machine each of these takes seconds.
  log.info({}, 'loading the word lists and the demand');
  // Ends what was started, where a later part does not start.
  await using starting = new AsyncDisposableStack();
  const state = createState(setup, newId());
  starting.defer(() => state.catalog?.stop());
  starting.defer(() => state.work.remove());

  let reload: Reload | undefined;
  let images: ImageFiles | undefined;
  const pool = createWorkers({
    ...runtime,
    port: state.port,
    assignment: state.work.assignment,
    onReplaced: (cause) => totals.add('parley_worker_restarts_total', [cause], 1),
    bringImage: async (path) => images?.bring(path) ?? 'busy',
  });
  const totals = createTotals({
    layout: state.work.plan.layout,
    slabs: state.work.memory.slabs(),
    isLive: pool.isLiveSlot,
  });
  const renewMemory = createRenewal(() => reload, log);
  log.info({}, 'opening the ledger');
  const services = await startServices(
    { state, pool, totals, closers: starting, renewMemory },
    runtime,
  );
  if ('reason' in services) return services;
  ({ images } = services);
  // Before the workers, which answer `/readyz`: a machine that is ready has all its ports.
  const { adminUrl, portalUrl, adcp } = startAdmin(
    state,
    { ...services, totals, parts, sellerOf },
    runtime,
    starting,
  );
  reload = createReload(state, { ...services, adcp }, runtime);
  log.info({ workers: state.work.assignment.workers }, 'starting the workers');
  const fault = await pool.start();
  if (fault !== undefined) return fault;
  // Changes that were read while the workers started.
  await pool.ask('feed');
  const { withSetup, withTls } = reload;
  starting.defer(watchCertificate(state, withTls, runtime));
  const closers = starting.move();
  return {
    url: state.url,
    port: state.port,
    adminUrl,
    /** Of the port that has the pages of publishers alone, if there is one. */
    portalUrl,
    /** Where AI buyers call; undefined: nowhere. */
    adcpUrl: adcp.url,
    workers: state.work.assignment.workers,
    /** Applies the parts of the config that can change while running. Logs where others have changed. */
    reload: withSetup,
    async stop(graceMs: number): Promise<void> {
      log.info({ graceMs }, 'stopping');
      await pool.stop(graceMs);
      await closers.disposeAsync();
      log.info({}, 'stopped');
    },
  };
}

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

/** One renewal at a time. */
function createRenewal(reload: () => Reload | undefined, log: Log): () => void {
  let isUnderWay = false;
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await reload()?.withNewMemory();
    } catch (error) {
      log.error({ err: error }, 'the workers could not get new memory');
    }
    isUnderWay = false;
  };
}

function startAdmin(
  state: MachineState,
  {
    parts,
    sellerOf,
    ...services
  }: MachineServices & {
    readonly totals: Totals;
    readonly parts: readonly Part[];
    readonly sellerOf: SellerOf | undefined;
  },
  runtime: Runtime,
  closers: Pick<AsyncDisposableStack, 'defer'>,
) {
  const { config, url } = state;
  const { admin, listen, limits, portal } = config;
  const { log, newId } = runtime;
  const work = () => state.work;
  const publicUrl = () => state.work.setup.config.listen.publicUrl ?? url;
  const ops = opsOfParts(parts);
  const sources = { ...services, ...runtime, work, publicUrl, ownUrl: url, ops };
  for (const start of parts.flatMap(({ upkeep = [] }) => upkeep)) closers.defer(start(sources));
  const server = openPort({ section: 'admin', ...admin }, () =>
    startAdminServer({
      host: admin.host,
      port: admin.port,
      tokens: knownTokens(admin),
      ops,
      machine: sources,
      people: parts.find(({ people }) => people)?.people?.(sources) ?? NOBODY,
      openRoutes: Object.assign({}, ...parts.map(({ openRoutes }) => openRoutes?.(sources))),
      publicUrl: listen.publicUrl ?? url,
      portalUrl: portal.publicUrl,
      sessionsFolder: join(config.dataDir, 'sessions'),
      findCaller: createFindCaller(limits.trustedProxies),
      log,
      newId,
      newSecret: () => randomBytes(32).toString('base64url'),
      nowMs: Date.now,
      tickMs: () => performance.now(),
    }),
  );
  closers.defer(server.stop);
  const adcp = startAdcp({ ...sources, campaigns: campaignsOf(sources).list }, closers, sellerOf);
  const ofPublishers = openPortal(portal, server);
  if (ofPublishers !== undefined) closers.defer(ofPublishers.stop);
  return {
    adminUrl: serverUrl(admin.host, server.port),
    portalUrl: ofPublishers && serverUrl(portal.host, ofPublishers.port),
    adcp,
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
