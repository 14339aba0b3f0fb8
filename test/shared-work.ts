import { type Config, ConfigFault, loadConfig } from '../src/host/config/config.ts';
import { completeSetup } from '../src/host/config/setup.ts';
import { type SharedWork, shareWork } from '../src/host/machine/shared-files.ts';
import { atCleanUp, temporaryFolder } from './process.ts';

/** The memory of a machine with one worker and these partners, in a config that is otherwise the default. */
export function sharedWorkOf(partners: Config['partners']): SharedWork {
  const config = loadConfig({ PARLEY_DATA_DIR: temporaryFolder() }, '/nonexistent');
  if (config instanceof ConfigFault) throw new Error(config.message);
  const setup = completeSetup({ ...config, partners });
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  const work = shareWork(setup, { workers: 1, machineId: 'm', catalogUrl: undefined });
  atCleanUp(async () => work.remove());
  return work;
}
