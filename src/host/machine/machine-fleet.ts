import type { Runtime } from '../../lib/runtime.ts';
import { limitsOf } from '../config/limits-of.ts';
import { startFleet } from '../fleet/fleet.ts';
import { copyLots } from '../fleet/lot-memory.ts';
import { copyCounts, mapCounts } from '../limits/frequency/count-memory.ts';
import { copySeed } from '../limits/limit-counters.ts';
import type { Work } from '../worker/work.ts';
import type { Pool } from './pool.ts';

/** What this machine shares with others, with the memory of each config. Resolves when it has its part of the limits. */
export async function startMachineFleet(
  first: Work,
  pool: Pick<Pool, 'ask'>,
  { nowMs, log }: Pick<Runtime, 'nowMs' | 'log'>,
) {
  const busyCallers = async () => (await pool.ask('busyCallers')).flatMap((reply) => reply ?? []);
  const open = ({ setup: { config }, assignment, memory }: Work) =>
    startFleet({
      redisUrl: config.redisUrl,
      machineId: assignment.machineId,
      limits: limitsOf(config),
      ...{ memory, busyCallers, nowMs, log },
    });
  let fleet = open(first);
  await fleet.ready;
  return {
    status: () => fleet.status(),
    close: () => fleet.close(),
    /** Returns what has to be called once the workers count in the new memory: it counts there what they did meanwhile. */
    use(work: Work, last: Work): () => void {
      const readLate = mapCounts(last.memory.frequency).createReader();
      copySeed(last.memory.limits, work.memory.limits);
      copyLots(last.memory.lots, work.memory.lots);
      copyCounts(last.memory.frequency, work.memory.frequency);
      fleet.close();
      fleet = open(work);
      return () => {
        const counts = mapCounts(work.memory.frequency);
        const nowSec = Math.floor(nowMs() / 1000);
        for (const sale of readLate()) {
          counts.count(sale, { atSec: nowSec, nowSec });
          counts.tell(sale);
        }
      };
    },
  };
}
