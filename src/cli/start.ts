import { ConfigFault, loadConfig } from '../config.ts';
import { startParley } from '../main.ts';
import { createLog } from '../observe/log.ts';

/** How long a server that is told to stop keeps answering, so that balancers notice and move on. */
const STOP_GRACE_MS = 1000;

/** `parley start`: serves until it is told to stop. */
export async function start(): Promise<void> {
  const log = createLog(process.env.LOG_LEVEL ?? 'info');
  const config = loadConfig(process.env, process.cwd());
  if (config instanceof ConfigFault) {
    process.stderr.write(`Parley did not start. ${config.message}\n`);
    process.exitCode = 1;
    return;
  }
  const parley = startParley(config, {
    log,
    nowMs: Date.now,
    tickMs: () => performance.now(),
    newId: () => crypto.randomUUID(),
    chance: Math.random,
  });

  process.on('SIGHUP', () => {
    const next = loadConfig(process.env, process.cwd());
    if (next instanceof ConfigFault) log.error({ reason: next.message }, 'config not reloaded');
    else parley.reload(next);
  });

  let isStopping = false;
  const stop = async (graceMs: number) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    await parley.stop(graceMs);
    process.exit(0);
  };
  process.on('SIGTERM', () => stop(STOP_GRACE_MS));
  // A person at a terminal, not a balancer: no need to keep up appearances.
  process.on('SIGINT', () => stop(0));
}
