import { type Config, ConfigFault, loadConfig } from '../src/host/config/config.ts';
import { completeSetup, type Setup } from '../src/host/config/setup.ts';
import { createState } from '../src/host/machine/machine-state.ts';
import { atCleanUp, temporaryFolder } from './process.ts';

/** What the processes of a machine with one worker share, in a config that is otherwise the default. */
export function stateOf(given: Partial<Config>) {
  const setup = setupOf(given);
  const state = createState(setup, 'm');
  if ('reason' in state) throw new Error(state.reason);
  atCleanUp(state.stop);
  return { ...state, setup };
}

export function setupOf(given: Partial<Config>): Setup {
  const env = { HOST: '127.0.0.1', PORT: '0', PARLEY_DATA_DIR: temporaryFolder() };
  const config = loadConfig(env, '/nonexistent');
  if (config instanceof ConfigFault) throw new Error(config.message);
  const listen = { ...config.listen, workers: 1 };
  const keys = ['a key of more than thirty-two characters'];
  const setup = completeSetup({ ...config, listen, notices: { keys }, ...given });
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  return setup;
}
