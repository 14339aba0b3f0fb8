import { version } from '../../../package.json';
import { command } from '../../host/command/command.ts';
import { type Config, ConfigFault, configFile } from '../../host/config/config.ts';
import { loadSetup, reloadSetup, type Setup } from '../../host/config/setup.ts';
import { boundConnections } from '../../host/http/connection-bound.ts';
import { ListenError } from '../../host/http/listen-error.ts';
import { type Machine, startMachine } from '../../host/machine/machine.ts';
import type { StartFault } from '../../host/machine/worker-process.ts';
import { createLog } from '../../host/observe/log.ts';
import type { Log } from '../../lib/log.ts';
import { goOnAfterFaults } from '../../lib/rare-log.ts';
import { createRuntime, type Runtime } from '../../lib/runtime.ts';
import { STANDARD_PARTS } from '../standard-parts.ts';
import { createServiceManager } from './service-manager.ts';

/** After SIGTERM the server keeps answering for this time, so that load balancers take it out of rotation first. */
const STOP_GRACE_MS = 1000;

/** On Ctrl-C the terminal and `npm start` both send a signal, npm perhaps late: a second one is ignored for this time. */
const ECHO_MS_MAX = 2000;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const HELP = `Serves bid requests until it is stopped

Usage: parley start

The config is the file that PARLEY_CONFIG names, parley.yaml in this folder, or the defaults. PORT is another port for
bid requests, ADMIN_PORT another for the console, PARLEY_DATA_DIR another data folder. LOG_LEVEL is one of
${LOG_LEVELS.join(', ')}. In a terminal the log is made of sentences, elsewhere of JSON lines. SIGHUP reloads the config.
docs/config.md describes every key and every variable.
`;

/** `parley start`: serves until it is told to stop. */
export const start = command({
  name: 'start',
  help: HELP,
  read(_, positionals) {
    if (positionals.length === 0) return;
    throw new Error('expected no argument: PARLEY_CONFIG names a config file');
  },
  run: serve,
});

async function serve(): Promise<void> {
  const level = process.env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(level)) {
    return fail(`The environment variable LOG_LEVEL: expected one of ${LOG_LEVELS.join(', ')}.`);
  }
  const log = createLog(level);
  const file = configFile(process.env, process.cwd());
  const setup = loadSetup(process.env, process.cwd());
  if (setup instanceof ConfigFault) return fail(setup.message);

  // Registered before the port opens, because a signal may arrive as soon as the server is ready.
  const started = Promise.withResolvers<Machine>();
  const manager = createServiceManager(process.env);
  onStopSignals(async (graceMs) => {
    manager.stopping();
    await (await started.promise).stop(graceMs);
  });
  process.on('SIGHUP', async () => {
    const machine = await started.promise;
    manager.reloading();
    try {
      const next = reloadSetup(file, process.env, process.cwd());
      await machine.reload(next);
    } finally {
      manager.ready();
    }
  });

  log.info({ version, config: file ?? 'the defaults' }, 'Parley is starting');
  const runtime = createRuntime(log);
  const machine = await machineOrFault(setup, runtime);
  if ('reason' in machine) {
    fail(machine.cause === 'in-use' ? `${machine.reason} ${SECOND_SERVER}` : machine.reason);
    process.exit(1);
  }
  goOnAfterFaults(log, runtime.tickMs, machine.countUncaught);
  boundConnections(log, runtime.tickMs);
  started.resolve(machine);
  manager.ready();
  announce(machine, setup.config, log);
}

async function machineOrFault(setup: Setup, runtime: Runtime): Promise<Machine | StartFault> {
  try {
    return await startMachine(setup, runtime, STANDARD_PARTS);
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    return { reason: error.message, cause: error.cause };
  }
}

const SECOND_SERVER =
  'A second server on this machine needs a PORT, an ADMIN_PORT and a PARLEY_DATA_DIR of its own (docs/first-troubles.md).';

function announce(machine: Machine, config: Config, log: Log): void {
  const { url, adminUrl, portalUrl, workers } = machine;
  const adcpUrl = machine.adcpUrl();
  if (process.stdout.isTTY) {
    const samples = 'Its campaigns, samples at first, are in the console. ';
    process.stdout.write(`
  Parley serves bid requests at  ${url}/openrtb2
  The console is at              ${adminUrl}/
  The API is described at        ${url}/openapi.json
${adcpUrl === undefined ? '' : `  AI buyers call                 ${adcpUrl}\n`}  ${config.partnersFrom === 'defaults' ? samples : ''}Press Ctrl-C to stop.

`);
    return;
  }
  const partners = config.partners.map(({ name }) => name);
  // Without those that are undefined.
  tellListening(
    log,
    { url, adminUrl, portalUrl, adcpUrl, workers, partners },
    config.listen.publicUrl ?? url,
  );
}

/** The line that the start ends with, and one about what plain http costs. */
function tellListening(log: Log, facts: object, publicUrl: string): void {
  log.info(facts, 'Parley is listening');
  if (!/^https:/i.test(publicUrl)) log.info({ publicUrl }, PLAIN_HTTP);
}

const PLAIN_HTTP =
  'listen.publicUrl is not https: impressions with secure: 1, as of https pages, get no trackers of this exchange, and ads with pictures from here are dropped as not-secure';

function fail(reason: string): void {
  process.stderr.write(`Parley did not start. ${reason}\n`);
  process.exitCode = 1;
}

function onStopSignals(stop: (graceMs: number) => Promise<void>): void {
  let first: { readonly signal: string; readonly atMs: number } | undefined;
  const onSignal = async (signal: string, graceMs: number) => {
    const atMs = performance.now();
    if (first !== undefined) {
      if (first.signal === signal && atMs - first.atMs < ECHO_MS_MAX) return;
      process.exit(1);
    }
    first = { signal, atMs };
    try {
      await stop(graceMs);
      process.exit(0);
    } catch (error) {
      process.stderr.write(`Parley did not stop in order: ${(error as Error).message}\n`);
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => onSignal('SIGTERM', STOP_GRACE_MS));
  // SIGINT comes from a terminal, without a load balancer in front: no grace is needed.
  process.on('SIGINT', () => onSignal('SIGINT', 0));
}
