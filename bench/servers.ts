import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { PartnerConfig } from '../src/demand/kinds.ts';
import type { Rung, TWICE } from './ladder/rungs.ts';
import { type Running, startProcess } from './measure/processes.ts';

/** A server under test, in a process of its own on a free port. */
export type Server = {
  readonly pid: number;
  readonly port: number;
  readonly path: string;
  readonly stop: () => Promise<void>;
  /** The same of the other checkout, if one is compared with. */
  readonly other?: Server;
};

export type ParleyServer = Server & { readonly adminPort: number; readonly configFile: string };

export type ParleyOptions = {
  readonly workers: number;
  /** Without them, the demand that comes with Parley. */
  readonly partners?: readonly PartnerConfig[];
  /** Without them, one that nobody else knows. */
  readonly noticeKeys?: readonly string[];
  readonly env?: Env;
  /** More of its config. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Done before it starts, with its config. */
  readonly prepare?: (configFile: string) => Promise<void>;
  /** Campaigns that are in the store before it starts. */
  readonly stored?: { readonly partner: string; readonly file: string };
  /** The program, if not bin/parley. */
  readonly command?: string;
};

const ROOT = new URL('..', import.meta.url).pathname;
const PARLEY = join(ROOT, 'bin/parley');
const LISTENS = /http:\/\/localhost:(\d+)/;

/** Ten thousand campaigns take a while to read on a busy machine. */
const START_MS_MAX = 180_000;

/** Never met: what is measured is the work, not the refusal of it. */
const PER_SECOND = 200_000;

let otherCheckout: string | undefined;

/** From now on every Parley server is started from this checkout too, and stands beside its own as `other`. */
export function compareWith(checkout: string): void {
  otherCheckout = join(resolve(checkout), '/');
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

export type Env = Readonly<Record<string, string>>;

export async function startEcho(env: Env = {}): Promise<Server> {
  const echo = startProcess([join(ROOT, 'bin/bun'), join(ROOT, 'bench/echo.ts')], { env });
  return server(echo, '/', LISTENS);
}

/** A server of the ladder: some of the steps of a worker. */
export async function startRung(rung: Rung | typeof TWICE, env: Env = {}): Promise<Server> {
  const command = [join(ROOT, 'bin/bun'), join(ROOT, 'bench/ladder/server.ts'), rung];
  const started = startProcess(command, { env });
  return server(started, '/openrtb2', LISTENS);
}

export async function startInProcess(options: ParleyOptions): Promise<ParleyServer> {
  const own = await startFrom(ROOT, options);
  if (otherCheckout === undefined) return own;
  const other = await startFrom(otherCheckout, options);
  const stop = async () => {
    await Promise.all([own.stop(), other.stop()]);
  };
  return { ...own, stop, other };
}

/** Settings that earlier checkouts do not know, and behave as if they were on. */
const LATER_KEYS: readonly string[] = ['internalNotices'];

function knows(checkout: string, key: string): boolean {
  if (!LATER_KEYS.includes(key)) return true;
  return readFileSync(join(checkout, 'docs/config.md'), 'utf8').includes(key);
}

/** Of another checkout only its program is used, and files of its own where the config names some of this one. */
async function startFrom(checkout: string, options: ParleyOptions): Promise<ParleyServer> {
  const command = options.command ?? join(checkout, 'bin/parley');
  const folder = temporaryFolder();
  const file = join(folder, 'parley.yaml');
  const config = {
    listen: { host: '127.0.0.1', port: 0, workers: options.workers },
    admin: { port: 0 },
    limits: {
      globalPerSecond: PER_SECOND,
      publisherPerSecond: PER_SECOND,
      ipPerSecond: PER_SECOND,
    },
    dataDir: 'data',
    ...(options.noticeKeys === undefined ? {} : { notices: { keys: options.noticeKeys } }),
    ...(options.partners === undefined ? {} : { partners: options.partners }),
    ...options.more,
  };
  // JSON is YAML.
  const known = (key: string, value: unknown) => (knows(checkout, key) ? value : undefined);
  writeFileSync(file, JSON.stringify(config, known).replaceAll(ROOT, checkout));
  if (options.stored !== undefined) {
    await importCampaigns(file, options.stored.partner, options.stored.file, command);
  }
  await options.prepare?.(file);
  return startParley(file, { ...options, command });
}

/** With a config that is there. */
export async function startParley(file: string, options: ParleyOptions): Promise<ParleyServer> {
  const env = { PORT: '', HOST: '', LOG_LEVEL: 'info', PARLEY_CONFIG: file, ...options.env };
  const parley = startProcess([options.command ?? PARLEY, 'start'], {
    env,
    folder: dirname(file),
  });
  const [, adminPort] = await parley.find(/"adminUrl":"http:\/\/[^":/]+:(\d+)"/, START_MS_MAX);
  const started = await server(parley, '/openrtb2', /"url":"http:\/\/[^":/]+:(\d+)"/);
  return { ...started, adminPort: Number(adminPort), configFile: file };
}

/** Brings the campaigns of a file into the store of a server that has this config. */
export async function importCampaigns(
  configFile: string,
  partner: string,
  file: string,
  command = PARLEY,
): Promise<void> {
  const env = { PARLEY_CONFIG: configFile };
  const args = [command, 'campaigns', 'import', partner, file];
  const done = startProcess(args, { env, folder: dirname(configFile) });
  await done.find(/\d+ unchanged/, START_MS_MAX);
  await done.stop();
}

/** The URL to put into a partner's config, of a mock DSP that takes `latencyMs` to answer. */
export async function startMockDsp(
  latencyMs: string,
  options: readonly string[] = [],
): Promise<string> {
  const args = ['mock-dsp', '--port', '0', '--latency', latencyMs, ...options];
  const dsp = startProcess([PARLEY, ...args]);
  const [url] = await dsp.find(/http:\/\/\S+/, START_MS_MAX);
  return url;
}

async function server(process: Running, path: string, listens: RegExp): Promise<Server> {
  const match = await process.find(listens, START_MS_MAX);
  return { pid: process.pid, port: Number(match[1]), path, stop: process.stop };
}
