import { availableParallelism } from 'node:os';
import { type Catalog, startCatalog } from '../../demand/catalog/server.ts';
import { traitsOf } from '../../demand/kinds.ts';
import { schemeOf, serverUrl } from '../../lib/server-url.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import { freePort, openForAMoment } from '../http/free-port.ts';
import { openPort } from '../http/listen-error.ts';
import { type SharedWork, shareWork } from './shared-files.ts';

/** What the parts of a machine share. */
export type MachineState = {
  /** The config of the start. */
  readonly config: Config;
  readonly port: number;
  readonly url: string;
  /** Replaced at a reload. */
  work: SharedWork;
  /** Started by the first config that needs it. */
  catalog: Catalog | undefined;
  /** Why the config was not reloaded the last time; undefined after a good reload. */
  reloadFault: string | undefined;
  /** Why a renewed certificate is not in use; undefined while all are. */
  tlsFault: TlsFault | undefined;
};

export type TlsFault = {
  readonly reason: string;
  /** Where it differs from that of files that no server can start with. */
  readonly effect?: string;
};

export function createState(setup: Setup, machineId: string): MachineState {
  const { config } = setup;
  const { host, publicUrl, workers: wanted } = config.listen;
  const port = reservePort(config);
  const url = serverUrl(host, port, schemeOf(config.listen));
  const workers = wanted === 'auto' ? availableParallelism() : wanted;
  const catalog = startCatalogFor(config, publicUrl ?? url);
  const work = shareWork(setup, { workers, machineId, catalogUrl: catalog?.url });
  return { config, port, url, work, catalog, reloadFault: undefined, tlsFault: undefined };
}

/** The port that the workers will share: it opens for them even where another program listens, so it is tried first. */
function reservePort({ listen }: Config): number {
  const { host, port } = listen;
  return openPort({ section: 'listen', host, port }, () => {
    if (port === 0) return freePort(host);
    openForAMoment(host, port);
    return port;
  });
}

/** The product service that ships with Parley, where a partner uses it. */
export function startCatalogFor({ partners }: Config, publicUrl: string): Catalog | undefined {
  if (!partners.some((entry) => traitsOf(entry).usesCatalog)) return undefined;
  return startCatalog({ host: '127.0.0.1', port: 0, imageBaseUrl: publicUrl });
}
