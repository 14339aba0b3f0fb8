import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNTIME_SETTINGS } from '../src/programs/cli/runtime-settings.ts';
import { PATIENT_AUCTION, PATIENT_AUCTION_MS } from './patience.ts';
import { sweepSharedFiles } from './sweep.ts';
import { RUN_FOLDER, startChild } from './test-run.ts';

export const ROOT = join(import.meta.dir, '..');
/** The folder of a release, if the variable names one. `npm run test:all` builds one. */
export const BUILT_RELEASE = process.env.PARLEY_TEST_RELEASE;

/** What the tests of processes run: the executable of that release, or else the sources. */
export const PARLEY = join(BUILT_RELEASE ?? join(ROOT, 'bin'), 'parley');
export const BUN = join(ROOT, 'bin/bun');

/** A folder that `cleanUp` removes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(RUN_FOLDER, 'test-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const cleanups: (() => unknown)[] = [];

/** For what a test starts by itself. */
export function atCleanUp(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** Ends what the tests of a file started and removes what they wrote. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  sweepSharedFiles();
}

const OWN_VARIABLES: ReadonlySet<string> = new Set([
  'PORT',
  'ADMIN_PORT',
  'HOST',
  'DATABASE_URL',
  'REDIS_URL',
  'LOG_LEVEL',
  ...Object.keys(RUNTIME_SETTINGS),
]);

/** The environment of the tests without what would reach into a Parley process. */
export function cleanEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('PARLEY_') && !OWN_VARIABLES.has(name),
    ),
  );
}

export type Run = {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when the standard output contains the text; fails if the process ends first. */
  readonly printed: (text: string) => Promise<void>;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
};

export type RunOptions = {
  readonly command?: string;
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** A real process in a group of its own, as a terminal or supervisor would start it. */
export function run(args: readonly string[], options: RunOptions = {}): Run {
  const { command = PARLEY, folder = temporaryFolder(), env = {} } = options;
  const child = startChild(command, args, {
    cwd: folder,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid, stdout: output, stderr: errors } = child;
  if (pid === undefined || output === null || errors === null)
    throw new Error(`${command} could not be started`);
  let stdout = '';
  let stderr = '';
  let isOver = false;
  let stirred = Promise.withResolvers<void>();
  const stir = () => {
    stirred.resolve();
    stirred = Promise.withResolvers<void>();
  };
  output.on('data', (data) => {
    stdout += data;
    stir();
  });
  errors.on('data', (data) => {
    stderr += data;
  });
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    // Unlike 'exit', 'close' also waits for those who inherited the output: nobody is left then.
    child.on('close', (code, signal) => {
      isOver = true;
      stir();
      resolve({ code, signal });
    });
  });
  cleanups.push(() => {
    if (!isOver) killGroup(pid, 'SIGKILL');
    return exited;
  });
  return {
    pid,
    stdout: () => stdout,
    stderr: () => stderr,
    async printed(text) {
      while (!stdout.includes(text)) {
        if (isOver) throw new Error(`ended without printing "${text}":\n${stdout}${stderr}`);
        await stirred.promise;
      }
    },
    exited,
  };
}

export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

export type Serving = Run & { readonly port: number; readonly configFile: string };

/** Limits that no test meets by accident. */
export const AMPLE_LIMITS =
  'limits: { globalPerSecond: 1000000, publisherPerSecond: 1000000, ipPerSecond: 1000000 }\n';

/** For a config that has partners: an auction waits for them as long as it can. */
export const LONG_AUCTIONS = `${AMPLE_LIMITS}${PATIENT_AUCTION}`;

/**
 * The admin port is a free one, so that servers can run side by side. One worker and no partners start faster than what a
 * config has by default.
 */
const USUAL = {
  admin: '{ port: 0 }',
  listen: '{ workers: 1 }',
  partners: '[]',
  auction: `{ timeoutMs: ${PATIENT_AUCTION_MS} }`,
};

/** A config with what tests usually want of the keys that it does not have. */
export function withUsual(config: string): string {
  const missing = Object.entries(USUAL).filter(([key]) => !config.includes(`${key}:`));
  return `${config}${missing.map(([key, value]) => `${key}: ${value}\n`).join('')}`;
}

/** `parley start` with this config on a free port, once it listens. */
export async function serve(config = AMPLE_LIMITS, options: RunOptions = {}): Promise<Serving> {
  const folder = temporaryFolder();
  const configFile = join(folder, 'parley.yaml');
  writeFileSync(configFile, withUsual(config));
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    PARLEY_CONFIG: configFile,
    PARLEY_TEST_PATIENT: '1',
    ...options.env,
  };
  const started = run(['start'], { folder, ...options, env });
  await started.printed('"Parley is listening"');
  const port = Number(/"url":"https?:\/\/[^:"]+:(\d+)"/.exec(started.stdout())?.[1]);
  return { ...started, port, configFile };
}
