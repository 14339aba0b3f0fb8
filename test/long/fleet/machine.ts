import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/host/http/free-port.ts';
import { killGroup, PARLEY, type Run, run, temporaryFolder } from '../../process.ts';
import { workersOf } from '../soak/gauge.ts';

/** A supervisor with its workers, a data folder and two ports of its own. */
export type FleetMachine = {
  readonly name: string;
  readonly port: number;
  readonly adminUrl: string;
  readonly dataDir: string;
  /** Of the supervisor, while it runs. */
  readonly pid: () => number | undefined;
  readonly start: (changed?: Surroundings) => Promise<void>;
  /** Ends all its processes at once. */
  readonly kill: () => Promise<void>;
  /** Stops some of its processes in mid-air. */
  readonly pause: (part: MachinePart) => void;
  readonly resume: () => void;
  /** Drains and ends it, as a service manager would. */
  readonly stop: () => Promise<void>;
  /** From the next start on: another config, and another Parley. */
  readonly use: (config: string, command?: string) => void;
  readonly ledger: () => Promise<LedgerStatus>;
  /** The version of the Parley that runs. */
  readonly version: () => Promise<string>;
};

export type MachinePart = 'all' | 'supervisor' | 'worker';

/** What is special for one start. */
export type Surroundings = {
  /** A program with its arguments that starts the one behind them. */
  readonly within?: readonly string[];
};

/** Of `GET /status`. */
export type LedgerStatus = {
  /** In its journals and in no database yet. */
  readonly bytes: number;
  readonly oldestMs: number;
};

const STATUS_MS_MAX = 2000;

export type MachineOptions = {
  /** `parley.yaml` without ports and folders. */
  readonly config: string;
  readonly dataDir?: string;
};

export function createMachine(name: string, options: MachineOptions): FleetMachine {
  const folder = temporaryFolder();
  const { dataDir = join(folder, 'data') } = options;
  const configFile = join(folder, 'parley.yaml');
  const [port, adminPort] = [freePort('127.0.0.1'), freePort('127.0.0.1')];
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  const admin = (path: string) =>
    fetch(`${adminUrl}${path}`, { signal: AbortSignal.timeout(STATUS_MS_MAX) });
  let command = PARLEY;
  let running: Run | undefined;

  function use(next: string, nextCommand = command): void {
    const own = `listen: { workers: 1 }\nadmin: { port: ${adminPort} }\ndataDir: ${dataDir}\n`;
    writeFileSync(configFile, `${own}${next}`);
    command = nextCommand;
  }

  async function start({ within = [] }: Surroundings = {}): Promise<void> {
    const own = { PORT: String(port), HOST: '127.0.0.1', PARLEY_CONFIG: configFile };
    const [program = command, ...words] = [...within, command, 'start'];
    running = run(words, { folder, env: own, command: program });
    await running.printed('"Parley is listening"');
  }

  async function signalled(send: (pid: number) => void): Promise<void> {
    const last = running;
    running = undefined;
    if (last === undefined) return;
    send(last.pid);
    await last.exited;
  }

  function pause(part: MachinePart): void {
    if (running === undefined) return;
    const { pid } = running;
    if (part === 'all') killGroup(pid, 'SIGSTOP');
    else if (part === 'supervisor') process.kill(pid, 'SIGSTOP');
    else for (const worker of workersOf(pid)) process.kill(worker, 'SIGSTOP');
  }

  use(options.config);
  return {
    name,
    port,
    adminUrl,
    dataDir,
    use,
    start,
    pause,
    pid: () => running?.pid,
    kill: () => signalled((pid) => killGroup(pid, 'SIGKILL')),
    stop: () => signalled((pid) => process.kill(pid, 'SIGTERM')),
    resume: () => running && killGroup(running.pid, 'SIGCONT'),
    async ledger() {
      const status = (await (await admin('/status')).json()) as { readonly ledger: LedgerStatus };
      return status.ledger;
    },
    async version() {
      const metrics = await (await admin('/metrics')).text();
      return /^parley_build_info\{[^}]*version="([^"]*)"/m.exec(metrics)?.[1] ?? '';
    },
  };
}
