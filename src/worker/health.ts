import type { ReadyPartner } from '../auction/solicit.ts';
import { watchProcess } from '../observe/pulse.ts';
import type { WorkerMetrics } from '../observe/worker-metrics.ts';

export type HealthParts = {
  readonly tickMs: () => number;
  /** undefined before the first config. */
  readonly metrics: () => WorkerMetrics | undefined;
  readonly partners: () => readonly ReadyPartner[];
  /** Since the start. */
  readonly lostEntries: () => number;
  /** undefined without Redis. */
  readonly isRedisUp: () => boolean | undefined;
};

/** Records once a second the delay of the event loop, the memory and the connections of this process. */
export function watchHealth(parts: HealthParts): () => void {
  const { tickMs, metrics, partners, lostEntries, isRedisUp } = parts;
  let lostBefore = 0;
  return watchProcess((health) => {
    const worker = metrics();
    if (worker === undefined) return;
    worker.process(health);
    for (const ready of partners()) {
      if (!('gate' in ready)) continue;
      const { name } = ready.partner;
      worker.connections(name, ready.connections());
      worker.breaker(name, ready.gate.breakerState());
    }
    const lost = lostEntries();
    worker.journalLost(lost - lostBefore);
    lostBefore = lost;
    const isUp = isRedisUp();
    if (isUp !== undefined) worker.redis(isUp ? 'up' : 'down');
  }, tickMs);
}
