import { runLoad } from '../load/run-load.ts';
import type { Figures } from '../rows.ts';
import type { Env, Server } from '../servers.ts';
import { present } from './figures.ts';
import type { Pace } from './pace.ts';
import { processTree, residentMegabytesOf } from './proc.ts';
import { jobFor } from './rounds.ts';

/** A server that never collects garbage: what it grows by is what it allocates. */
export const NEVER_COLLECTS: Env = { BUN_JSC_useGC: '0' };

/** Code that is compiled allocates less. Longer would take memory that small machines do not have. */
const FIRST_MS_MAX = 3000;
const MEASURE_MS_MAX = 1000;

/** Of a server that was started with `NEVER_COLLECTS`, which is stopped afterwards. */
export async function measureAllocations(
  server: Server,
  bodies: readonly string[],
  pace: Pace,
): Promise<Figures> {
  const measure = async (one: Server): Promise<number | undefined> => {
    const load = (milliseconds: number) =>
      runLoad(jobFor({ server: one, bodies }, { warmUpMs: 0, measureMs: milliseconds }));
    await load(Math.min(pace.firstMs, FIRST_MS_MAX));
    const before = residentMegabytesOf(processTree(one.pid));
    const { answers } = await load(Math.min(pace.measureMs, MEASURE_MS_MAX));
    const after = residentMegabytesOf(processTree(one.pid));
    if (before === null || after === null || answers === 0) return undefined;
    return ((after - before) * 1024) / answers;
  };
  const allocatedKb = await measure(server);
  const otherKb = server.other === undefined ? undefined : await measure(server.other);
  await server.stop();
  const isCompared = allocatedKb !== undefined && otherKb !== undefined;
  return present({
    allocatedKb,
    allocatedToOther: isCompared ? allocatedKb / otherKb : undefined,
  });
}
