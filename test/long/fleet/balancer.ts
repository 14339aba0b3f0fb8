import type { ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/host/http/free-port.ts';
import { eventually } from '../../eventually.ts';
import { atCleanUp, temporaryFolder } from '../../process.ts';
import { startChild } from '../../test-run.ts';

export type Balancer = {
  readonly port: number;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Stops it in mid-air: connections stay open and nobody answers. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Waits until its checks find every machine ready. */
  readonly allUp: () => Promise<void>;
};

/** Debian installs it beside the path of ordinary users. */
const PROGRAM = '/usr/sbin/haproxy';
const NEEDS = 'the fleet needs haproxy: apt-get install haproxy, as root';

/** A real HAProxy that asks the machines for /readyz, and tries another one only if a connection was refused. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const program = existsSync(PROGRAM) ? PROGRAM : Bun.which('haproxy');
  if (program === null) throw new Error(NEEDS);
  const [port, statsPort] = [freePort('127.0.0.1'), freePort('127.0.0.1')];
  const file = join(temporaryFolder(), 'haproxy.cfg');
  writeFileSync(file, configOf(ports, { port, statsPort }));
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    child = startChild(program ?? PROGRAM, ['-db', '-f', file], { stdio: 'ignore' });
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isUp())) await Bun.sleep(50);
  }

  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await exited;
  }

  async function isEveryoneUp(): Promise<boolean> {
    const response = await fetch(`http://127.0.0.1:${statsPort}/;csv`).catch(() => undefined);
    const lines = (await response?.text().catch(() => ''))?.split('\n') ?? [];
    return lines.filter((line) => /^machines,machine\d+,.*,UP,/.test(line)).length === ports.length;
  }

  atCleanUp(kill);
  await start();
  return {
    port,
    start,
    kill,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    allUp: () => eventually(isEveryoneUp),
  };
}

type OwnPorts = { readonly port: number; readonly statsPort: number };

function configOf(ports: readonly number[], { port, statsPort }: OwnPorts): string {
  const servers = ports.map((one, index) => `  server machine${index} 127.0.0.1:${one} check`);
  return [
    'defaults',
    '  mode http',
    '  timeout connect 1s',
    '  timeout client 60s',
    '  timeout server 5s',
    '  timeout check 2s',
    '  option forwardfor',
    '  retries 3',
    '  retry-on conn-failure',
    '  option redispatch 1',
    'frontend public',
    `  bind 127.0.0.1:${port}`,
    '  default_backend machines',
    'frontend stats',
    `  bind 127.0.0.1:${statsPort}`,
    '  stats enable',
    '  stats uri /',
    'backend machines',
    '  balance roundrobin',
    '  option httpchk GET /readyz',
    '  http-check expect status 200',
    '  default-server inter 200ms fall 1 rise 1',
    ...servers,
    '',
  ].join('\n');
}
