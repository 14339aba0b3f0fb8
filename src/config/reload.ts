import { readFileSync } from 'node:fs';
import { ConfigFault, type Environment } from './config.ts';
import { loadSetup, readSetup, type Setup } from './setup.ts';

/**
 * Reads the config of a running server again. `file` is the one that it started with, if any. At a start, a file
 * without keys means the defaults; at a reload it is more likely a write that failed or has not ended yet, and taking
 * the defaults would drop every partner. So a file that is gone or has no keys is refused.
 */
export function reloadSetup(
  file: string | undefined,
  env: Environment,
  folder: string,
): Setup | ConfigFault {
  if (file === undefined) return loadSetup(env, folder);
  return hasKeys(file) ? readSetup(file, env) : new ConfigFault(`${file}: ${NO_KEYS}`);
}

const NO_KEYS =
  'expected at least one key, but the file has none; to run with the defaults, restart';

/** A file that cannot be read counts as one with keys: reading it gives the better reason. */
function hasKeys(file: string): boolean {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.some((line) => /^[^#]*[^#\s-]/.test(line));
  } catch {
    return true;
  }
}
