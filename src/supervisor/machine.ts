import { availableParallelism } from 'node:os';
import type { Config } from '../config.ts';
import type { AdminServer } from '../http/admin-server.ts';
import { openPort } from '../http/listen-error.ts';
import { type Parley, startAdmin, startCatalogFor, warnOfKeysWithoutEffect } from '../main.ts';
import { packSetup, type Setup } from '../setup.ts';
import { memoryBytes } from '../worker/memory.ts';
import type { Assignment } from '../worker/messages.ts';
import { localUrl, type Surroundings } from '../worker/worker.ts';
import { poolPages } from './pages.ts';
import { startPool } from './pool.ts';
import { removeAbandonedFiles, removeSharedFile, shareMemory, shareText } from './shared-file.ts';
import type { StartFault } from './worker-process.ts';

export type Machine = Parley & {
  /** Takes the parts of the config that can change while running; says which cannot. */
  readonly reload: (setup: Setup) => Promise<void>;
};

/** A supervisor, one worker process per core on one port, and the admin port. */
export async function startMachine(
  setup: Setup,
  { log, newId }: Pick<Surroundings, 'log' | 'newId'>,
): Promise<Machine | StartFault> {
  const { config } = setup;
  removeAbandonedFiles();
  const port = reservePort(config);
  const url = localUrl(port);
  let catalog = startCatalogFor(config, config.listen.publicUrl ?? url);
  let setupFile = shareText(packSetup(setup));
  let memoryFile = shareMemory(memoryBytes(config));
  const machineId = newId();
  const assign = (): Assignment => ({
    setupFile,
    memoryFile,
    machineId,
    catalogUrl: catalog?.url,
  });

  const count = config.listen.workers === 'auto' ? availableParallelism() : config.listen.workers;
  const pool = await startPool({ count, port, assignment: assign(), log });
  const cleanUp = async () => {
    await catalog?.stop();
    removeSharedFile(memoryFile);
    removeSharedFile(setupFile);
  };
  if ('reason' in pool) {
    await cleanUp();
    return pool;
  }
  let admin: AdminServer;
  try {
    admin = startAdmin(config, { newId, publicPort: port }, poolPages(pool));
  } catch (error) {
    await pool.stop(0);
    await cleanUp();
    throw error;
  }
  const adminUrl = localUrl(admin.port);
  const partners = config.partners.map(({ name }) => name);
  warnOfKeysWithoutEffect(config, log);
  log.info({ url, adminUrl, workers: count, partners }, 'Parley is listening');

  return {
    url,
    port,
    adminUrl,
    async reload(next) {
      if (hasMoved(config, next.config)) {
        log.warn({}, 'listen.host, listen.port, listen.workers and admin change only at a restart');
      }
      warnOfKeysWithoutEffect(next.config, log);
      // The layout of the memory follows the config, so a new config starts with new counters.
      const lastFiles = [memoryFile, setupFile];
      memoryFile = shareMemory(memoryBytes(next.config));
      setupFile = shareText(packSetup(next));
      catalog ??= startCatalogFor(next.config, next.config.listen.publicUrl ?? url);
      const fault = await pool.reload(assign());
      for (const file of lastFiles) removeSharedFile(file);
      if (fault === undefined) log.info({}, 'config reloaded');
      else log.error({ reason: fault.reason }, 'config not reloaded by every worker');
    },
    async stop(graceMs) {
      log.info({ graceMs }, 'stopping');
      await pool.stop(graceMs);
      await admin.stop();
      await cleanUp();
      log.info({}, 'stopped');
    },
  };
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

function hasMoved(before: Config, after: Config): boolean {
  const fixed = ({ listen: { host, port, workers }, admin }: Config) => [
    host,
    port,
    workers,
    admin,
  ];
  return !Bun.deepEquals(fixed(before), fixed(after));
}
