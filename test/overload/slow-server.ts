/**
 * An exchange on a clock of its own that goes on by a fixed time for each request, so that its capacity does
 * not depend on the machine. Its argument is the folder for its data.
 */
import { ConfigFault, loadConfig } from '../../src/config/config.ts';
import { completeSetup } from '../../src/config/setup.ts';
import { silentLog } from '../../src/observe/log.ts';
import { startInProcess } from '../../src/supervisor/in-process.ts';

/** Every request takes an id; one that is served takes several. */
const MS_PER_ID = 1;

const config = loadConfig({ HOST: '127.0.0.1', PORT: '0' }, process.argv[2] ?? '');
if (config instanceof ConfigFault) throw new Error(config.message);
const ample = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };
const setup = completeSetup({
  ...config,
  limits: { ...config.limits, ...ample },
  admin: { ...config.admin, port: 0 },
});
if (setup instanceof ConfigFault) throw new Error(setup.message);
let clockMs = 0;
const parley = startInProcess(setup, {
  log: silentLog,
  nowMs: Date.now,
  tickMs: () => clockMs,
  newId() {
    clockMs += MS_PER_ID;
    return crypto.randomUUID();
  },
  chance: Math.random,
});
process.stdout.write(`port ${parley.port}\n`);
