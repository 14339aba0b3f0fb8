import type { Runtime } from '../../lib/runtime.ts';
import { schemeOf } from '../../lib/server-url.ts';
import { createSerial } from '../../lib/sql/database.ts';
import type { AdcpService } from '../../parts/adcp/serve.ts';
import { isWorse, type TlsFiles } from '../config/certificate.ts';
import { type Config, ConfigFault } from '../config/config.ts';
import { configRecords } from '../config/config-records.ts';
import type { Setup } from '../config/setup.ts';
import { budgetSetupOf, type MachineServices } from './machine-services.ts';
import { type MachineState, startCatalogFor } from './machine-state.ts';
import { withNoticeKeys } from './notice-keys.ts';
import { shareWork } from './shared-files.ts';
import type { StartFault } from './worker-process.ts';

export type Reload = ReturnType<typeof createReload>;

type ReloadedServices = MachineServices & { readonly adcp: Pick<AdcpService, 'use'> };

/** Moves all workers to new shared memory, one call at a time. */
export function createReload(
  state: MachineState,
  services: ReloadedServices,
  { log, nowMs }: Pick<Runtime, 'log' | 'nowMs'>,
) {
  const serially = createSerial();

  async function moveAndTell(setup: Setup, done: string): Promise<void> {
    const fault = await moveTo(setup, state, services);
    if (fault === undefined) log.info({}, done);
    else log.error({ reason: fault.reason }, 'a worker could not reload and is replaced');
  }

  /** Operators look at the console rather than at the log: the reason stays there until a good reload. */
  function reject(reason: string, facts: object = { reason }): void {
    log.error(facts, 'config not reloaded');
    state.reloadFault = reason;
  }

  async function take(next: Setup): Promise<void> {
    if (hasFixedChange(state.config, next.config)) log.warn({}, ONLY_AT_RESTART);
    const config = withFixedParts(state.config, next.config);
    const tls = betterTls(next.tls, state.work.setup.tls, nowMs());
    const ready = withNoticeKeys({ ...next, config, tls });
    if ('reason' in ready) return reject(ready.reason);
    await moveAndTell(ready, 'config reloaded');
    state.reloadFault = undefined;
  }

  return {
    /** With a new config, or with the reason why there is none. */
    withSetup: (next: Setup | ConfigFault) =>
      serially(async () => {
        if (next instanceof ConfigFault) return reject(next.message);
        await take(next).catch((error: unknown) => reject(String(error), { err: error }));
      }),
    /** With the same config, because the memory has no free row for a campaign. */
    withNewMemory: () =>
      serially(async () => {
        log.info({}, 'all rows for campaigns are used: moving the workers to new memory');
        await moveTo(state.work.setup, state, services);
      }),
    /** With the same config and a renewed certificate. */
    withTls: (tls: TlsFiles) =>
      serially(() => moveAndTell({ ...state.work.setup, tls }, 'certificate renewed')),
  };
}

/** One that callers refuse does not take the place of one that they trust: the watch of the files says so. */
function betterTls(next: Setup['tls'], inUse: Setup['tls'], nowMs: number): Setup['tls'] {
  return next && inUse && isWorse(next.cert, inUse.cert, nowMs) ? inUse : next;
}

/** The layout of the memory follows from the config, so each config gets new memory. */
async function moveTo(
  setup: Setup,
  state: MachineState,
  { pool, budgets, fleet, metrics, feed, records, supply, adcp }: ReloadedServices,
): Promise<StartFault | undefined> {
  const last = state.work;
  state.catalog ??= startCatalogFor(setup.config, setup.config.listen.publicUrl ?? state.url);
  const { workers, machineId } = last.assignment;
  const work = shareWork(setup, { workers, machineId, catalogUrl: state.catalog?.url });
  state.work = work;
  work.partners.keepPauses(last.partners);
  budgets.use(budgetSetupOf(work));
  records.use(configRecords(setup));
  feed.use(work);
  supply.publishersChanged();
  adcp.use(work);
  const countLate = fleet.use(work, last);
  const fault = await pool.reload(work.assignment);
  countLate();
  metrics.use(work);
  last.remove();
  return fault;
}

const ONLY_AT_RESTART =
  'listen.host, listen.port, listen.workers, whether there is listen.tls, admin, portal, databaseUrl, ledger and dataDir change only at a restart';

export function hasFixedChange(before: Config, after: Config): boolean {
  if (schemeOf(before.listen) !== schemeOf(after.listen)) return true;
  return !Bun.deepEquals(fixedPart(before), fixedPart(after));
}

/** The new config with the fixed parts of the old one. `listen.publicUrl` is not fixed. */
export function withFixedParts(before: Config, after: Config): Config {
  const { listen, ...fixed } = fixedPart(before);
  return {
    ...after,
    ...fixed,
    listen: { ...after.listen, ...listen },
  };
}

/** The parts of a config that are decided at the start. A reload keeps them. */
function fixedPart({ listen, admin, portal, databaseUrl, ledger, dataDir }: Config) {
  const { host, port, workers } = listen;
  return {
    listen: { host, port, workers },
    admin,
    portal,
    databaseUrl,
    ledger,
    dataDir,
  };
}
