import type { Setup } from '../config/setup.ts';
import type { AdminServer } from '../http/admin-server.ts';
import type { Log } from '../lib/log.ts';
import { serverUrl } from '../lib/server-url.ts';
import type { Surroundings } from '../worker/work.ts';
import { startAdmin } from './admin.ts';
import { machineAdminApi } from './admin-api/machine-admin-api.ts';
import { createClosers } from './closers.ts';
import type { Parley } from './in-process.ts';
import { createReload, type Reload } from './machine-reload.ts';
import { type MachineServices, startServices } from './machine-services.ts';
import { assignmentOf, createState, type MachineState } from './machine-state.ts';
import { withNoticeKeys } from './notice-keys.ts';
import { createPool, type Pool } from './pool.ts';
import { removeAbandonedFiles } from './shared-files.ts';
import { watchTls } from './watch-tls.ts';
import type { StartFault } from './worker-process.ts';
import type { LiveWorkers } from './worker-seats.ts';

export type Machine = Parley & {
  /** Applies the parts of the config that can change while running. Logs where others have changed. */
  readonly reload: (setup: Setup) => Promise<void>;
  readonly workers: number;
};

type MachineSurroundings = Pick<Surroundings, 'log' | 'newId' | 'nowMs'>;

/** A supervisor, one worker process per core on one port, the ledger and the admin port. */
export async function startMachine(
  given: Setup,
  surroundings: MachineSurroundings,
): Promise<Machine | StartFault> {
  const { log } = surroundings;
  removeAbandonedFiles(surroundings.nowMs());
  const setup = withNoticeKeys(given);
  if ('reason' in setup) return setup;
  const state = createState(setup, surroundings.newId());
  const closers = createClosers();
  closers.add(() => state.catalog?.stop());
  closers.add(() => state.work.remove());
  const live: LiveWorkers = { slots: new Set(), journals: new Set() };

  let reload: Reload | undefined;
  const renewMemory = createRenewal(() => reload, log);
  const services = await startServices({ ...surroundings, state, live, closers, renewMemory });
  if ('reason' in services) {
    await closers.closeAll();
    return services;
  }
  reload = createReload(state, services, log);
  const pool = createMachinePool(state, { ...surroundings, services, live, reload });
  state.pool = pool;
  services.metrics.watch({ pool, ledger: services.ledger });
  let admin: AdminServer;
  try {
    // Before the workers, which answer `/readyz`: a machine that is ready has all its ports.
    admin = startMachineAdmin(state, pool, { ...surroundings, services });
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
  closers.add(admin.stop);
  const fault = await pool.start();
  if (fault !== undefined) {
    await closers.closeAll();
    return fault;
  }
  // Changes that were read while the workers started.
  await pool.ask({ kind: 'campaigns' });
  closers.add(watchTls({ current: () => tlsOf(state.work.setup), renew: reload.withTls, log }));
  return {
    url: state.url,
    port: state.port,
    adminUrl: serverUrl(state.config.admin.host, admin.port),
    reload: reload.withSetup,
    workers: state.workers,
    async stop(graceMs) {
      log.info({ graceMs }, 'stopping');
      await pool.stop(graceMs);
      await closers.closeAll();
      log.info({}, 'stopped');
    },
  };
}

function tlsOf({ config, tls }: Setup) {
  const files = config.listen.tls;
  return files && tls && { files, inUse: tls };
}

/** One renewal at a time: whoever needs new memory asks again. */
function createRenewal(reload: () => Reload | undefined, log: Log): () => void {
  let isUnderWay = false;
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await reload()?.withNewFiles();
    } catch (error) {
      log.error({ err: error }, 'the files of the workers could not be created again');
    }
    isUnderWay = false;
  };
}

type Context = MachineSurroundings & { readonly services: MachineServices };

function createMachinePool(
  state: MachineState,
  given: Context & { readonly live: LiveWorkers; readonly reload: Reload },
): Pool {
  const { services, live, reload, newId, log } = given;
  return createPool({
    count: state.workers,
    port: state.port,
    assignment: assignmentOf(state),
    recreateFiles: reload.withNewFiles,
    live,
    newId,
    onReplaced: (cause) => services.metrics.totals.add('parley_worker_restarts_total', [cause], 1),
    log,
  });
}

function startMachineAdmin(
  state: MachineState,
  pool: Pool,
  { services, newId, nowMs, log }: Context,
): AdminServer {
  const { config, port } = state;
  const { ledger, budgets, leases, store, databaseWatch, metrics: machineMetrics } = services;
  const work = () => state.work;
  const parts = { pool, ledger, budgets, leases, store, databaseWatch, machineMetrics };
  const sources = { ...parts, log, nowMs, work };
  const api = machineAdminApi(sources);
  return startAdmin(config, { newId, log, publicPort: port }, api);
}
