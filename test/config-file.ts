import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Config,
  ConfigFault,
  type Environment,
  loadConfig,
} from '../src/host/config/config.ts';
import { temporaryFolder } from './process.ts';

/** What `parley start` would make of this text as parley.yaml. */
export function load(text: string, env: Environment = {}): Config {
  const { config } = tryLoad(text, env);
  if (config instanceof ConfigFault) throw new Error(config.message);
  return config;
}

/** Why it would not start, without the name of the file, which must stand in front. */
export function refusal(text: string, env: Environment = {}): string {
  const { config, file } = tryLoad(text, env);
  if (!(config instanceof ConfigFault)) throw new Error('the config was accepted');
  if (!config.message.startsWith(file)) throw new Error(`no file name in: ${config.message}`);
  return config.message.slice(file.length).replace(/^(, |: )/, '');
}

function tryLoad(text: string, env: Environment) {
  const folder = temporaryFolder();
  const file = join(folder, 'parley.yaml');
  writeFileSync(file, text);
  return { config: loadConfig(env, folder), file };
}
