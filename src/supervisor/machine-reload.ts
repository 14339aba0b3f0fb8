import type { Setup } from '../config/setup.ts';
import type { TlsFiles } from '../config/tls-files.ts';
import type { Log } from '../lib/log.ts';
import { startCatalogFor } from './catalog.ts';
import { hasFixedChange, ONLY_AT_RESTART, withFixedParts } from './fixed-config.ts';
import { budgetSetupOf, type MachineServices } from './machine-services.ts';
import { assignmentOf, type MachineState } from './machine-state.ts';
import { withNoticeKeys } from './notice-keys.ts';
import { type SharedWork, shareWork } from './shared-work.ts';
import type { StartFault } from './worker-process.ts';

/** Moves all workers to new shared memory, one call at a time. */
export type Reload = {
  /** With a new config. */
  readonly withSetup: (setup: Setup) => Promise<void>;
  /** With the same config, after the shared files were deleted. A worker that starts needs them. */
  readonly withNewFiles: () => Promise<void>;
  /** With the same config and a renewed certificate. */
  readonly withTls: (tls: TlsFiles) => Promise<void>;
};

export function createReload(state: MachineState, services: MachineServices, log: Log): Reload {
  const serially = createSerial();

  async function withSetup(next: Setup): Promise<void> {
    if (hasFixedChange(state.config, next.config)) log.warn({}, ONLY_AT_RESTART);
    const config = withFixedParts(state.config, next.config);
    const ready = withNoticeKeys({ ...next, config });
    if ('reason' in ready) return log.error(ready, 'config not reloaded');
    const fault = await moveTo(ready, state, services);
    if (fault === undefined) log.info({}, 'config reloaded');
    else log.error({ reason: fault.reason }, 'a worker could not reload and is replaced');
  }

  async function withNewFiles(): Promise<void> {
    const { setupFile, memoryFile, setup } = state.work;
    log.error({ setupFile, memoryFile }, 'files of the workers were deleted: creating them again');
    await moveTo(setup, state, services);
  }

  async function withTls(tls: TlsFiles): Promise<void> {
    const fault = await moveTo({ ...state.work.setup, tls }, state, services);
    if (fault === undefined) log.info({}, 'certificate renewed');
    else log.error({ reason: fault.reason }, 'a worker could not reload and is replaced');
  }

  return {
    withSetup: (setup) => serially(() => withSetup(setup)),
    withNewFiles: () => serially(withNewFiles),
    withTls: (tls) => serially(() => withTls(tls)),
  };
}

/** The layout of the memory follows from the config, so each config gets new memory. */
async function moveTo(
  setup: Setup,
  state: MachineState,
  { budgets, leases, metrics, store }: MachineServices,
): Promise<StartFault | undefined> {
  const last = state.work;
  const work = shareWork(setup, state.workers);
  state.work = work;
  work.memory.pauses.set(pausesOf(last, work));
  work.memory.halt.set(last.memory.halt);
  state.catalog ??= startCatalogFor(setup.config, setup.config.listen.publicUrl ?? state.url);
  budgets.use(budgetSetupOf(work));
  store.use(work);
  leases.use(work, last);
  const fault = await state.pool?.reload(assignmentOf(state));
  metrics.use(work);
  last.remove();
  return fault;
}

/** Paused partners stay paused. */
function pausesOf(last: SharedWork, next: SharedWork): readonly number[] {
  const paused = new Set(
    last.setup.config.partners
      .filter((_, index) => last.memory.pauses[index] !== 0)
      .map(({ name }) => name),
  );
  return next.setup.config.partners.map(({ name }) => Number(paused.has(name)));
}

function createSerial(): (task: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (task) => {
    last = last.catch(() => {}).then(task);
    return last;
  };
}
