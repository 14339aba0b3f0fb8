import { availableParallelism } from 'node:os';
import { type Catalog, startCatalog } from '../../demand/catalog/server.ts';
import { traitsOf } from '../../demand/kinds.ts';
import { schemeOf, serverUrl } from '../../lib/server-url.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import { freePort, openForAMoment } from '../http/free-port.ts';
import { openPort } from '../http/listen-error.ts';
import { bucketsFor } from '../limits/window-table.ts';
import { planMemory } from '../worker/memory.ts';
import { packWork, type Work } from '../worker/work.ts';
import { type CampaignRows, createCampaignRows } from './campaign-rows.ts';
import { createPartnerRows, type PartnerRows } from './partner-rows.ts';
import { createSharedFiles } from './shared-files.ts';
import type { StartFault } from './worker-process.ts';

/** What the parts of a machine share. */
export type MachineState = Exclude<ReturnType<typeof createState>, StartFault>;

/** What the workers of now are built from, and the rows that outlive it. */
export type SharedWork = Work & {
  readonly partners: PartnerRows;
  readonly campaigns: CampaignRows;
};

export type TlsFault = {
  readonly reason: string;
  /** Where it differs from that of files that no server can start with. */
  readonly effect?: string;
};

export function createState(first: Setup, machineId: string) {
  const { config } = first;
  const { host, workers: wanted } = config.listen;
  const port = reservePort(config);
  const url = serverUrl(host, port, schemeOf(config.listen));
  const workers = wanted === 'auto' ? availableParallelism() : wanted;
  const shape = { workers, limitBuckets: bucketsFor(config.limits.globalPerSecond) };
  const plan = planMemory(shape);
  const { writeSetup, remove, ...files } = createSharedFiles(plan.words * 8);
  const memory = plan.map(Bun.mmap(files.memoryFile, { shared: true }));
  let now = first;
  const partners = createPartnerRows(memory, () => now.config);
  const campaigns = createCampaignRows(() => now);
  let catalog: Catalog | undefined;

  /** What workers are built from, by the first config as by later ones. */
  function share(setup: Setup): SharedWork | StartFault {
    if (bucketsFor(setup.config.limits.globalPerSecond) > shape.limitBuckets) {
      return { reason: `limits.globalPerSecond: at most ${shape.limitBuckets / 2} ${TABLES}` };
    }
    const ofPartners = partners.rowsOf(setup.config);
    if (ofPartners === undefined) return { reason: `partners: ${NO_ROWS}` };
    const ofCampaigns = campaigns.rowsOf(setup);
    if (ofCampaigns === undefined) return { reason: `campaigns: ${NO_ROWS}` };
    catalog ??= startCatalogFor(setup.config, setup.config.listen.publicUrl ?? url);
    const rows = { partners: ofPartners, campaigns: ofCampaigns };
    const setupFile = writeSetup(packWork(setup, rows));
    const assignment = { ...shape, ...files, setupFile, machineId, catalogUrl: catalog?.url };
    return { assignment, setup, rows, memory, partners, campaigns };
  }

  async function stop(): Promise<void> {
    remove();
    await catalog?.stop();
  }

  const work = share(first);
  if ('reason' in work) {
    void stop();
    return work;
  }
  const state = {
    port,
    url,
    share,
    /** Replaced at a reload. */
    work,
    /** From here on the machine goes by it. */
    take(next: SharedWork): void {
      now = next.setup;
      state.work = next;
    },
    /** Why the config was not reloaded the last time; undefined after a good reload. */
    reloadFault: undefined as string | undefined,
    /** Why a renewed certificate is not in use; undefined while all are. */
    tlsFault: undefined as TlsFault | undefined,
    /** Pages that a process has mapped stay mapped. */
    stop,
  };
  return state;
}

const TABLES = 'before a restart, for which the memory of the limits is made';

const NO_ROWS =
  'there were too many of different names since the start for the memory that workers share; restart Parley';

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
function startCatalogFor({ partners }: Config, publicUrl: string): Catalog | undefined {
  if (!partners.some((entry) => traitsOf(entry).usesCatalog)) return undefined;
  return startCatalog({ host: '127.0.0.1', port: 0, imageBaseUrl: publicUrl });
}
