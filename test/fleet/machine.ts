import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/http/free-port.ts';
import { killGroup, PARLEY, type Run, run, temporaryFolder } from '../process.ts';
import { workersOf } from '../soak/gauge.ts';

/** A supervisor with its workers, a data folder and two ports of its own. */
export type FleetMachine = {
  readonly name: string;
  readonly port: number;
  /** Of the supervisor, while it runs. */
  readonly pid: () => number | undefined;
  readonly start: () => Promise<void>;
  /** Ends all its processes at once. */
  readonly kill: () => Promise<void>;
  /** Stops some of its processes in mid-air. */
  readonly pause: (part: MachinePart) => void;
  readonly resume: () => void;
  /** Drains and ends it, as a service manager would. */
  readonly stop: () => Promise<void>;
  /** From the next start on: another config, and another Parley. */
  readonly use: (config: string, command?: string) => void;
  /** Bytes in its journals that are in no database yet. */
  readonly backlogBytes: () => Promise<number>;
  /** The version of the Parley that runs. */
  readonly version: () => Promise<string>;
};

export type MachinePart = 'all' | 'supervisor' | 'worker';

/** `config` is `parley.yaml` without ports and folders. */
export function createMachine(name: string, config: string): FleetMachine {
  const folder = temporaryFolder();
  const configFile = join(folder, 'parley.yaml');
  const [port, adminPort] = [freePort('127.0.0.1'), freePort('127.0.0.1')];
  const admin = (path: string) => fetch(`http://127.0.0.1:${adminPort}${path}`);
  let command = PARLEY;
  let running: Run | undefined;

  function use(next: string, nextCommand = command): void {
    const own = `listen: { workers: 1 }\nadmin: { port: ${adminPort} }\ndataDir: data\n`;
    writeFileSync(configFile, `${own}${next}`);
    command = nextCommand;
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

  use(config);
  return {
    ...{ name, port, use, pause, pid: () => running?.pid },
    async start() {
      const env = { PORT: String(port), HOST: '127.0.0.1', PARLEY_CONFIG: configFile };
      running = run(['start'], { folder, env, command });
      await running.printed('"Parley is listening"');
    },
    kill: () => signalled((pid) => killGroup(pid, 'SIGKILL')),
    stop: () => signalled((pid) => process.kill(pid, 'SIGTERM')),
    resume: () => running && killGroup(running.pid, 'SIGCONT'),
    async backlogBytes() {
      const { ledger } = (await (await admin('/status')).json()) as {
        readonly ledger: { readonly bytes: number };
      };
      return ledger.bytes;
    },
    async version() {
      const metrics = await (await admin('/metrics')).text();
      return /^parley_build_info\{[^}]*version="([^"]*)"/m.exec(metrics)?.[1] ?? '';
    },
  };
}
