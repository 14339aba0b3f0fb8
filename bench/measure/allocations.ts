import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figures } from '../rows.ts';
import { type Env, type Server, temporaryFolder } from '../servers.ts';
import { present } from './figures.ts';
import { processTree, residentMegabytesOf } from './proc.ts';
import { measure, type Pace } from './rounds.ts';

const PROBE = new URL('heap-probe.ts', import.meta.url).pathname;
/** More than between two looks of the probe. */
const PROBED_MS = 250;

/** Code that is compiled allocates less. Longer would take memory that small machines do not have. */
const FIRST_MS_MAX = 3000;
const MEASURE_MS_MAX = 1000;

type Allocated = { readonly heapKb: number; readonly allKb: number };

/**
 * What a request allocates: what a server grows by that never collects garbage. `heapKb` are the cells of the heap of
 * JavaScript, `allKb` also what strings, buffers and requests keep outside of it. Of a worker, without its supervisor.
 */
export async function measureAllocations(
  start: (env: Env) => Promise<Server>,
  bodies: readonly string[],
  pace: Pace,
): Promise<Figures> {
  const folder = temporaryFolder();
  const server = await start({
    BUN_JSC_useGC: '0',
    BUN_OPTIONS: `--preload ${PROBE}`,
    PARLEY_HEAP_FOLDER: folder,
  });
  const own = await allocatedBy(server, folder, bodies, pace);
  const { other } = server;
  const others = other === undefined ? undefined : await allocatedBy(other, folder, bodies, pace);
  await server.stop();
  return present({
    heapKb: own?.heapKb,
    allKb: own?.allKb,
    heapToOther: own === undefined || others === undefined ? undefined : own.heapKb / others.heapKb,
  });
}

async function allocatedBy(
  server: Server,
  folder: string,
  bodies: readonly string[],
  { firstMs, measureMs }: Pace,
): Promise<Allocated | undefined> {
  const tree = processTree(server.pid);
  const pid = tree.at(-1) ?? server.pid;
  const load = (milliseconds: number) =>
    measure({ server, bodies }, { warmUpMs: 0, measureMs: milliseconds });
  const look = async () => {
    await Bun.sleep(PROBED_MS);
    const heap = Number(readFileSync(join(folder, String(pid)), 'utf8'));
    return { heapKb: heap / 1024, allKb: (residentMegabytesOf([pid]) ?? 0) * 1024 };
  };
  await load(Math.min(firstMs, FIRST_MS_MAX));
  const before = await look();
  const { answers } = await load(Math.min(measureMs, MEASURE_MS_MAX));
  const after = await look();
  if (answers === 0) return undefined;
  return {
    heapKb: (after.heapKb - before.heapKb) / answers,
    allKb: (after.allKb - before.allKb) / answers,
  };
}
