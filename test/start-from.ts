import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault } from '../src/host/config/config.ts';
import { loadSetup, reloadSetup } from '../src/host/config/setup.ts';
import { createRuntime, type Runtime } from '../src/lib/runtime.ts';
import { eventually } from './eventually.ts';
import { startInProcess } from './in-process.ts';
import { AMPLE_LIMITS, atCleanUp, temporaryFolder, withUsual } from './process.ts';

export type Started = Awaited<ReturnType<typeof startFrom>>;

type StartOptions = {
  /** Kept from one start to the next. */
  readonly dataDir?: string;
  /** Its clocks, ids and chance. */
  readonly runtime?: Partial<Runtime>;
};

/** A machine in this process, with what `parley start` would read from this config. */
export async function startFrom(config = '', options: StartOptions = {}) {
  const folder = temporaryFolder();
  const { dataDir = join(folder, 'data') } = options;
  const env = { HOST: '127.0.0.1', PORT: '0', PARLEY_DATA_DIR: dataDir };
  const configFile = join(folder, 'parley.yaml');
  mkdirSync(folder, { recursive: true });
  writeFileSync(configFile, withAmple(config));
  const setup = loadSetup(env, folder);
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  const lines: string[] = [];
  const machine = await startInProcess(setup, {
    ...createRuntime(logInto(lines)),
    ...options.runtime,
  });
  const { port, url, adminUrl } = machine;
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= machine.stop(0));
  atCleanUp(stop);
  return {
    port,
    url,
    adminUrl,
    folder,
    configFile,
    dataDir,
    databaseUrl: setup.config.databaseUrl,
    /** Every line of its log. */
    logged: () => lines.join('\n'),
    said: (text: string) => eventually(() => lines.some((line) => line.includes(text))),
    /** What SIGHUP does with this text in the file. */
    reload(next: string): Promise<unknown> {
      writeFileSync(configFile, withAmple(next));
      return machine.reload(reloadSetup(configFile, env, folder));
    },
    stop,
  };
}

const withAmple = (config: string) =>
  withUsual(config.includes('limits:') ? config : `${AMPLE_LIMITS}${config}`);

function logInto(lines: string[]) {
  const write = (facts: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(facts, withErrors)}`);
  };
  return { debug: write, info: write, warn: write, error: write };
}

const withErrors = (_: string, value: unknown) =>
  value instanceof Error ? `${value.stack} ${value.cause ?? ''}` : value;
