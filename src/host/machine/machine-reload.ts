import { rmSync } from 'node:fs';
import type { Runtime } from '../../lib/runtime.ts';
import { createSerial } from '../../lib/sql/database.ts';
import { isWorse, type TlsFiles } from '../config/certificate.ts';
import { type Config, ConfigFault } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import type { Work } from '../worker/work.ts';
import type { MachineServices } from './machine-services.ts';
import type { MachineState } from './machine-state.ts';
import { withNoticeKeys } from './notice-keys.ts';
import type { StartFault } from './worker-process.ts';

export type Reload = ReturnType<typeof createReload>;

type Followers = Pick<MachineServices, 'pool' | 'budgets' | 'feed'>;

/** Replaces all workers by those of another config, one call at a time. */
export function createReload(
  state: MachineState,
  { pool, budgets, feed }: Followers,
  { log, nowMs }: Pick<Runtime, 'log' | 'nowMs'>,
) {
  const serially = createSerial();

  /** The memory is that of the machine: new workers go on from what those before them have counted. */
  async function moveTo(setup: Setup): Promise<StartFault | undefined> {
    const last = state.work;
    const next = state.share(setup);
    if ('reason' in next) return next;
    const moved = await pool.reload(next.assignment);
    if ('reason' in moved) {
      forget(next);
      return moved;
    }
    state.take(next);
    budgets.assign(next.campaigns.assigned(next, last));
    await feed.tellAll();
    await moved.done;
    forget(last);
    return undefined;
  }

  async function withSetup(next: Setup | ConfigFault): Promise<StartFault | undefined> {
    if (next instanceof ConfigFault) return { reason: next.message };
    const { setup } = state.work;
    const fixed = fixedChanges(setup.config, next.config);
    if (fixed.length > 0) return { reason: `${fixed.join(', ')}: ${ONLY_AT_RESTART}` };
    const ready = withNoticeKeys({ ...next, tls: betterTls(next.tls, setup.tls, nowMs()) });
    return 'reason' in ready ? ready : moveTo(ready);
  }

  return {
    /** With a new config, or with the reason why there is none. */
    withSetup: (next: Setup | ConfigFault) =>
      serially(async () => {
        const fault = await withSetup(next).catch((error) => ({ reason: String(error) }));
        // Operators look at the console rather than at the log: the reason stays there until a good reload.
        state.reloadFault = fault?.reason;
        if (fault === undefined) log.info({}, 'config reloaded');
        else log.error({ reason: fault.reason }, 'config not reloaded');
      }),
    /** With the same config and a renewed certificate. */
    withTls: (tls: TlsFiles) =>
      serially(async () => {
        const fault = await moveTo({ ...state.work.setup, tls });
        if (fault === undefined) log.info({}, 'certificate renewed');
        else log.error({ reason: fault.reason }, 'certificate not renewed');
      }),
  };
}

/** Its file has secrets, and no worker starts with it any more. */
function forget({ assignment }: Work): void {
  rmSync(assignment.setupFile, { force: true });
}

/** One that callers refuse does not take the place of one that they trust: the watch of the files says so. */
function betterTls(next: Setup['tls'], inUse: Setup['tls'], nowMs: number): Setup['tls'] {
  return next && inUse && isWorse(next.cert, inUse.cert, nowMs) ? inUse : next;
}

const ONLY_AT_RESTART = 'changes only at a restart';

/** What is decided at the start, by the key of the config. */
const FIXED: Readonly<Record<string, (config: Config) => unknown>> = {
  'listen.host': ({ listen }) => listen.host,
  'listen.port': ({ listen }) => listen.port,
  'listen.workers': ({ listen }) => listen.workers,
  'listen.tls (whether it is there)': ({ listen }) => listen.tls !== undefined,
  admin: ({ admin }) => admin,
  portal: ({ portal }) => portal,
  databaseUrl: ({ databaseUrl }) => databaseUrl,
  redisUrl: ({ redisUrl }) => redisUrl,
  ledger: ({ ledger }) => ledger,
  dataDir: ({ dataDir }) => dataDir,
};

/** The keys that only a restart can change, of those that differ. */
export function fixedChanges(before: Config, after: Config): readonly string[] {
  return Object.entries(FIXED).flatMap(([key, part]) =>
    Bun.deepEquals(part(before), part(after)) ? [] : key,
  );
}
