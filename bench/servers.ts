import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { PartnerConfig } from '../src/demand/kinds.ts';
import { type Running, startProcess } from './measure/processes.ts';

/** A server under test, in a process of its own on a free port. */
export type Server = {
  readonly pid: number;
  readonly port: number;
  readonly path: string;
  readonly stop: () => Promise<void>;
  /** The same of the other commit, if one is compared with. */
  readonly other?: Server;
};

export type ParleyServer = Server & {
  readonly startMs: number;
  readonly other?: ParleyServer;
};

export type Env = Readonly<Record<string, string>>;

export type ParleyOptions = {
  readonly workers: number;
  /** Without them, the demand that comes with Parley. */
  readonly partners?: readonly PartnerConfig[];
  readonly env?: Env;
  /** More of its config. */
  readonly more?: Readonly<Record<string, unknown>>;
};

/** A config of this program, and of that of the other commit. */
export type Prepared = {
  readonly options: ParleyOptions;
  readonly program: string;
  readonly configFile: string;
  readonly other?: Prepared;
};

const ROOT = new URL('..', import.meta.url).pathname;
const LISTENS = /http:\/\/localhost:(\d+)/;

/** Ten thousand campaigns take a while to read on a busy machine. */
const START_MS_MAX = 180_000;

/** Never met: what is measured is the work, not the refusal of it. */
const PER_SECOND = 200_000;

let otherCheckout: string | undefined;

/** From now on every Parley server is started of this commit, or from this folder, too. */
export function compareWith(commitOrFolder: string): void {
  const folder = resolve(commitOrFolder);
  otherCheckout = existsSync(join(folder, 'bin/parley')) ? folder : checkOut(commitOrFolder);
}

function checkOut(commit: string): string {
  const folder = temporaryFolder();
  const archive = 'git archive "$1" | tar -x -C "$2"';
  sh(archive, commit, folder);
  if (!existsSync(join(folder, 'bin/parley'))) throw new Error(`There is no commit "${commit}".`);
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(ROOT)) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  } else {
    sh('"$1/bin/install"', folder);
  }
  return folder;
}

function sh(command: string, ...args: readonly string[]): void {
  Bun.spawnSync(['sh', '-c', command, 'sh', ...args], {
    cwd: ROOT,
    stdout: 'inherit',
    stderr: 'inherit',
  });
}

const folders: string[] = [];

/** A folder that `removeFolders` removes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export async function startEcho(): Promise<Server> {
  const echo = startProcess([join(ROOT, 'bin/bun'), join(ROOT, 'bench/echo.ts')]);
  return { ...(await listening(echo, LISTENS)), path: '/' };
}

export async function startInProcess(options: ParleyOptions): Promise<ParleyServer> {
  const prepared = await prepare(options);
  const own = await startPrepared(prepared);
  if (prepared.other === undefined) return own;
  const other = await startPrepared(prepared.other);
  const stop = async () => {
    await Promise.all([own.stop(), other.stop()]);
  };
  return { ...own, stop, other };
}

/** Writes the config, without a start. */
export async function prepare(options: ParleyOptions): Promise<Prepared> {
  const own = await prepareIn(ROOT, options);
  if (otherCheckout === undefined) return own;
  return { ...own, other: await prepareIn(join(otherCheckout, '/'), options) };
}

/** Of the other commit only its program is used, and files of its own where the config names some of this one. */
async function prepareIn(checkout: string, options: ParleyOptions): Promise<Prepared> {
  const configFile = join(temporaryFolder(), 'parley.yaml');
  const config = {
    listen: { host: '127.0.0.1', port: 0, workers: options.workers },
    admin: { port: 0 },
    limits: {
      globalPerSecond: PER_SECOND,
      publisherPerSecond: PER_SECOND,
      ipPerSecond: PER_SECOND,
    },
    dataDir: 'data',
    ...(options.partners === undefined ? {} : { partners: options.partners }),
    ...options.more,
  };
  // JSON is YAML.
  writeFileSync(configFile, JSON.stringify(config).replaceAll(ROOT, checkout));
  return { options, program: join(checkout, 'bin/parley'), configFile };
}

export async function startPrepared(prepared: Prepared): Promise<ParleyServer> {
  const { options, program, configFile } = prepared;
  const env = { PORT: '', HOST: '', LOG_LEVEL: 'info', PARLEY_CONFIG: configFile, ...options.env };
  const beganMs = performance.now();
  const parley = startProcess([program, 'start'], { env, folder: dirname(configFile) });
  const listens = await listening(parley, /"url":"http:\/\/[^":/]+:(\d+)"/);
  const startMs = performance.now() - beganMs;
  return { ...listens, path: '/openrtb2', startMs };
}

/** The URL to put into a partner's config, of a mock DSP that takes `latencyMs` to answer. */
export async function startMockDsp(
  latencyMs: string,
  options: readonly string[] = [],
): Promise<string> {
  const args = ['mock-dsp', '--port', '0', '--latency', latencyMs, ...options];
  const dsp = startProcess([join(ROOT, 'bin/parley'), ...args]);
  const [url] = await dsp.find(/http:\/\/\S+/, START_MS_MAX);
  return url;
}

async function listening(process: Running, listens: RegExp) {
  const match = await process.find(listens, START_MS_MAX);
  return { pid: process.pid, port: Number(match[1]), stop: process.stop };
}
