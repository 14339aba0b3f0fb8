/** An exchange that burns a fixed time for each id, so that a load generator can bring it to its limit. */
import { ConfigFault, loadConfig } from '../../src/config/config.ts';
import { completeSetup } from '../../src/config/setup.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { silentLog } from '../../src/observe/log.ts';
import { startInProcess } from '../../src/supervisor/in-process.ts';

/** A request that is served takes several ids, one that is turned away takes one. */
const BURN_MS_PER_ID = 1;

function burn(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const config = loadConfig({ HOST: '127.0.0.1', PORT: '0' }, process.argv[2] ?? '');
if (config instanceof ConfigFault) throw new Error(config.message);
const ample = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };
const setup = completeSetup({
  ...config,
  limits: { ...config.limits, ...ample },
  admin: { ...config.admin, port: 0 },
});
if (setup instanceof ConfigFault) throw new Error(setup.message);
const parley = await startInProcess(setup, {
  ...createRuntime(silentLog),
  newId() {
    burn(BURN_MS_PER_ID);
    return crypto.randomUUID();
  },
});
process.stdout.write(`listens on http://localhost:${parley.port}\n`);
