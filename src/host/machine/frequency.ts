import type { Runtime } from '../../lib/runtime.ts';
import { createCountExchange } from '../limits/frequency/count-exchange.ts';
import { copyCounts, mapCounts } from '../limits/frequency/count-memory.ts';
import { keyGroups } from '../limits/redis-client.ts';
import type { Work } from '../worker/work.ts';

/** What was sold under frequency caps: kept over a reload, and told to the machines that share a Redis. */
export function startFrequency(first: Work, { nowMs, log }: Pick<Runtime, 'nowMs' | 'log'>) {
  const open = ({ setup, assignment, memory }: Work, from: 'the-beginning' | 'now') => {
    const [group] = keyGroups(setup.config.redis);
    const { machineId } = assignment;
    return createCountExchange(memory.frequency, { group, machineId, from, nowMs, log });
  };
  let exchange = open(first, 'the-beginning');
  return {
    /** Returns what has to be called once the workers count in the new memory: it counts there what they did meanwhile. */
    use(work: Work, last: Work): () => void {
      const readLate = mapCounts(last.memory.frequency).createReader();
      copyCounts(last.memory.frequency, work.memory.frequency);
      if (Bun.deepEquals(work.setup.config.redis, last.setup.config.redis)) {
        exchange.use(work.memory.frequency);
      } else {
        exchange.close();
        exchange = open(work, 'now');
      }
      return () => {
        const counts = mapCounts(work.memory.frequency);
        const nowSec = Math.floor(nowMs() / 1000);
        for (const sale of readLate()) {
          counts.count(sale, { atSec: nowSec, nowSec });
          counts.tell(sale);
        }
      };
    },
    close: () => exchange.close(),
  };
}
