import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { CampaignsFault, readCampaigns } from '../demand/campaigns/read-campaigns.ts';
import { traitsOf } from '../demand/kinds.ts';
import { GeoFault } from '../geo/geo-fault.ts';
import { openGeo } from '../geo/open-geo.ts';
import {
  type Config,
  ConfigFault,
  configFile,
  type Environment,
  loadConfig,
  readConfig,
} from './config.ts';
import { readTlsFiles, TlsFault, type TlsFiles } from './tls-files.ts';

/** The config and every file it names, read and checked: all that a start can fail on before the ports. */
export type Setup = {
  readonly config: Config;
  /** By the partner's name. */
  readonly campaigns: ReadonlyMap<string, readonly Campaign[]>;
  /** What the files of `listen.tls` hold. */
  readonly tls: TlsFiles | undefined;
};

export function loadSetup(env: Environment, folder: string): Setup | ConfigFault {
  return completeSetup(loadConfig(env, folder), configFile(env, folder));
}

export function readSetup(file: string, env: Environment): Setup | ConfigFault {
  return completeSetup(readConfig(file, env), file);
}

/** As one process hands it to another, which then need not read and check the files again. */
export function packSetup({ config, campaigns, tls }: Setup): string {
  return JSON.stringify({ config, campaigns: [...campaigns], tls });
}

export function unpackSetup(text: string): Setup {
  const { config, campaigns, tls } = JSON.parse(text) as {
    readonly config: Config;
    readonly campaigns: readonly (readonly [string, readonly Campaign[]])[];
    readonly tls?: TlsFiles;
  };
  return { config, campaigns: new Map(campaigns), tls };
}

const KEYS_NEEDED =
  'notices.keys: expected at least one key, since machines that share a database have to know each other’s notices';

/** With the file that the config is of, where there is one. */
export function completeSetup(config: Config | ConfigFault, file?: string): Setup | ConfigFault {
  if (config instanceof ConfigFault) return config;
  if (config.databaseUrl !== undefined && config.notices.keys.length === 0) {
    return new ConfigFault(file === undefined ? KEYS_NEEDED : `${file}: ${KEYS_NEEDED}`);
  }
  const geo = openGeo(config.geo);
  if (geo instanceof GeoFault) return new ConfigFault(`geo.database: ${geo.message}`);
  const tls = config.listen.tls && readTlsFiles(config.listen.tls);
  if (tls instanceof TlsFault) return new ConfigFault(tls.message);
  const campaigns = new Map<string, readonly Campaign[]>();
  for (const entry of config.partners) {
    const source = traitsOf(entry).campaigns;
    if (source?.kind !== 'file') continue;
    const read = readCampaigns(source.path);
    if (read instanceof CampaignsFault) return new ConfigFault(read.message);
    campaigns.set(entry.name, read);
  }
  return { config, campaigns, tls };
}
