import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Config,
  ConfigFault,
  type Environment,
  loadConfig,
} from '../src/host/config/config.ts';
import { completeSetup } from '../src/host/config/setup.ts';
import type { Machine } from '../src/host/machine/machine.ts';
import { silentLog } from '../src/host/observe/log.ts';
import { createRuntime, type Runtime } from '../src/lib/runtime.ts';
import { startInProcess } from './in-process.ts';
import { PATIENT_MS } from './patience.ts';
import { RUN_FOLDER } from './test-run.ts';

export type TestConfig = Partial<
  Pick<
    Config,
    | 'limits'
    | 'access'
    | 'admin'
    | 'databaseUrl'
    | 'portal'
    | 'auction'
    | 'publishers'
    | 'partners'
    | 'partnersFrom'
    | 'adcp'
    | 'formats'
    | 'dataDir'
  >
> & { readonly listen?: Partial<Config['listen']> };

/** Long enough to be a key; so that no test writes one to the disk. */
export const NOTICE_KEY = 'a key for tests that is long enough';

const AMPLE: Config['limits'] = {
  globalPerSecond: 1_000_000,
  publisherPerSecond: 1_000_000,
  ipPerSecond: 1_000_000,
  networks: [],
  trustedProxies: [],
};

/** A real server on a free port, with limits that no test meets by accident. */
export function startTestServer(
  overrides: TestConfig = {},
  nowMs: () => number = Date.now,
  log = silentLog,
  change: Partial<Runtime> = {},
): Promise<Machine> {
  const environment: Environment = { HOST: '127.0.0.1', PORT: '0' };
  const config = loadConfig(environment, '/nonexistent');
  if (config instanceof ConfigFault) throw new Error(config.message);
  const setup = completeSetup({
    ...config,
    limits: AMPLE,
    auction: { ...config.auction, timeoutMs: PATIENT_MS },
    partners: [],
    partnersFrom: 'file',
    notices: { keys: [NOTICE_KEY] },
    dataDir: mkdtempSync(join(RUN_FOLDER, 'test-server-')),
    admin: { host: '127.0.0.1', port: 0, token: undefined, tokens: [] },
    ...overrides,
    listen: { ...config.listen, ...overrides.listen },
  });
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  return startInProcess(setup, { ...createRuntime(log), nowMs, ...change });
}
