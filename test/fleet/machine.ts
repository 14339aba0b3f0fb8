import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killGroup, type Run, run, temporaryFolder } from '../process.ts';
import { freePort } from '../redis/redis-server.ts';

/** A supervisor with its workers, a data folder and two ports of its own. */
export type FleetMachine = {
  readonly name: string;
  readonly port: number;
  readonly start: () => Promise<void>;
  /** Ends all its processes at once. */
  readonly kill: () => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Drains and ends it, as a service manager would. */
  readonly stop: () => Promise<void>;
  readonly use: (config: string) => void;
  /** Bytes in its journals that are in no database yet. */
  readonly backlogBytes: () => Promise<number>;
};

/** `config` is `parley.yaml` without ports and folders. */
export function createMachine(name: string, config: string): FleetMachine {
  const folder = temporaryFolder();
  const configFile = join(folder, 'parley.yaml');
  const [port, adminPort] = [freePort(), freePort()];
  let running: Run | undefined;

  function use(next: string): void {
    const own = `listen: { workers: 1 }\nadmin: { port: ${adminPort} }\ndataDir: data\n`;
    writeFileSync(configFile, `${own}${next}`);
  }

  async function signalled(send: (pid: number) => void): Promise<void> {
    const last = running;
    running = undefined;
    if (last === undefined) return;
    send(last.pid);
    await last.exited;
  }

  use(config);
  return {
    name,
    port,
    use,
    async start() {
      const env = { PORT: String(port), HOST: '127.0.0.1', PARLEY_CONFIG: configFile };
      running = run(['start'], { folder, env });
      await running.printed('"Parley is listening"');
    },
    kill: () => signalled((pid) => killGroup(pid, 'SIGKILL')),
    stop: () => signalled((pid) => process.kill(pid, 'SIGTERM')),
    pause: () => running && killGroup(running.pid, 'SIGSTOP'),
    resume: () => running && killGroup(running.pid, 'SIGCONT'),
    async backlogBytes() {
      const response = await fetch(`http://127.0.0.1:${adminPort}/status`);
      const { ledger } = (await response.json()) as { readonly ledger: { readonly bytes: number } };
      return ledger.bytes;
    },
  };
}
