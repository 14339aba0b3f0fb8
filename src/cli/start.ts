import { type Config, ConfigFault, loadConfig } from '../config.ts';
import { type Parley, startParley } from '../main.ts';
import { createLog } from '../observe/log.ts';

/** How long a server that is told to stop keeps answering, so that balancers notice and move on. */
const STOP_GRACE_MS = 1000;

/** `npm start` passes Ctrl-C on to a server that the terminal has told already: one wish, not two. */
const ECHO_MS_MAX = 500;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** `parley start`: serves until it is told to stop. */
export async function start(args: readonly string[]): Promise<void> {
  if (args.length > 0) return fail('It takes no arguments; PARLEY_CONFIG names a config file.');
  const level = process.env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(level)) {
    const expected = LOG_LEVELS.join(', ');
    return fail(`The environment variable LOG_LEVEL: expected one of ${expected}.`);
  }
  const log = createLog(level);
  const config = loadConfig(process.env, process.cwd());
  if (config instanceof ConfigFault) return fail(config.message);

  // Before the port opens: whoever sees the server ready may signal it.
  onStopSignals((graceMs) => parley.stop(graceMs));
  process.on('SIGHUP', () => {
    const next = loadConfig(process.env, process.cwd());
    if (next instanceof ConfigFault) log.error({ reason: next.message }, 'config not reloaded');
    else parley.reload(next);
  });

  let parley: Parley;
  try {
    parley = startParley(config, { log, nowMs: Date.now, newId: () => crypto.randomUUID() });
  } catch (error) {
    const reason = listenFault(error, config);
    if (reason === undefined) throw error;
    fail(reason);
  }
}

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
    await stop(graceMs);
    process.exit(0);
  };
  process.on('SIGTERM', () => onSignal('SIGTERM', STOP_GRACE_MS));
  // A person at a terminal, not a balancer: no need to keep up appearances.
  process.on('SIGINT', () => onSignal('SIGINT', 0));
}

/** Why the port could not be opened, in words; undefined if the error is about something else. */
function listenFault(error: unknown, { listen }: Config): string | undefined {
  const { syscall, code } = error as { syscall?: unknown; code?: unknown };
  if (syscall !== 'listen') return undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${listen.port} on ${listen.host} is in use by another process; set PORT or listen.port to a free one.`;
    case 'EACCES':
      return `This user may not open port ${listen.port} on ${listen.host}; those from 1024 up need no rights.`;
    case 'EADDRNOTAVAIL':
    case 'ENOENT': // What Bun says of a name that does not resolve.
      return `This machine has no address ${listen.host} to listen on; set HOST or listen.host to one it has.`;
    default:
      return undefined;
  }
}
