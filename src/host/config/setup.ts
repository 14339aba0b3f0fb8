import { readFileSync } from 'node:fs';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { CampaignsFault, readCampaigns } from '../../demand/campaigns/read-campaigns.ts';
import { traitsOf } from '../../demand/kinds.ts';
import { boundedFaults } from '../../lib/faults.ts';
import type { FileFault } from '../../lib/file-fault.ts';
import { GeoFault } from '../geo/geo.ts';
import { openGeo } from '../geo/open-geo.ts';
import { readTlsFiles, type TlsFiles } from './certificate.ts';
import {
  type Config,
  ConfigFault,
  configFile,
  type Environment,
  loadConfig,
  readConfig,
} from './config.ts';

/** The config and every file it names, read and checked: all that a start can fail on before the ports. */
export type Setup = {
  readonly config: Config;
  /** By the partner's name. */
  readonly campaigns: ReadonlyMap<string, readonly Campaign[]>;
  /** What the files of `listen.tls` hold. */
  readonly tls: TlsFiles | undefined;
  /** The file of the config. undefined: there is none, and the defaults hold. */
  readonly file: string | undefined;
  /** When the database of countries was made; undefined where that is not known. */
  readonly geoBuiltMs?: number | undefined;
};

export function loadSetup(env: Environment, folder: string): Setup | ConfigFault {
  return completeSetup(loadConfig(env, folder), configFile(env, folder));
}

export function readSetup(file: string, env: Environment): Setup | ConfigFault {
  return completeSetup(readConfig(file, env), file);
}

const KEYS_NEEDED =
  'notices.keys: expected at least one key, since machines that share a database have to know each other’s notices';

/** With the file that the config is of, where there is one. */
export function completeSetup(config: Config | ConfigFault, file?: string): Setup | ConfigFault {
  if (config instanceof ConfigFault) return config;
  const faults: FileFault[] = [];
  if (config.databaseUrl !== undefined && config.notices.keys.length === 0) {
    faults.push(new ConfigFault(file === undefined ? KEYS_NEEDED : `${file}: ${KEYS_NEEDED}`));
  }
  const geo = openGeo(config.geo);
  if (geo instanceof GeoFault) faults.push(new ConfigFault(`geo.database: ${geo.message}`));
  const tls = config.listen.tls && readTlsFiles(config.listen.tls);
  if (tls instanceof ConfigFault) faults.push(tls);
  const campaigns = new Map<string, readonly Campaign[]>();
  for (const entry of config.partners) {
    const source = traitsOf(entry).campaigns;
    if (source?.kind !== 'file') continue;
    const read = readCampaigns(source.path);
    if (read instanceof CampaignsFault) {
      faults.push(read);
      continue;
    }
    campaigns.set(entry.name, read);
  }
  if (faults.length > 0 || tls instanceof ConfigFault || geo instanceof GeoFault) {
    return allOf(faults);
  }
  return { config, campaigns, tls, file, geoBuiltMs: geo.builtMs };
}

function allOf(faults: readonly FileFault[]): ConfigFault {
  const sentences = faults.map((fault) => fault.sentences);
  const unlisted = sentences.reduce((sum, { more }) => sum + more, 0);
  return new ConfigFault(
    boundedFaults(
      sentences.flatMap(({ shown }) => shown),
      unlisted,
    ),
  );
}

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
