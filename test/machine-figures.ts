import { createHistory } from '../src/host/observe/history.ts';
import { metricsWords, slabAt, slabsAt } from '../src/host/observe/layout.ts';
import { createTotals } from '../src/host/observe/totals.ts';
import { createWorkerMetrics } from '../src/host/observe/worker-metrics.ts';
import { layoutOf, TYPICAL_PARTNERS } from './metrics.ts';

/** The figures of a machine with one worker. `look` lets a second pass and returns the last minutes. */
export function machineFigures() {
  const layout = layoutOf(TYPICAL_PARTNERS);
  const memory = new BigUint64Array(metricsWords(layout));
  const metrics = createWorkerMetrics(layout, slabAt(layout, memory, 0), 0);
  const slabs = slabsAt(layout, memory);
  const totals = createTotals({ layout, slabs, isLive: () => true });
  const history = createHistory(totals);
  let nowMs = 1000;
  history.sample(nowMs);
  const look = () => {
    nowMs += 1000;
    history.sample(nowMs);
    const lately = history.lately();
    if (lately === undefined) throw new Error('expected figures');
    return lately;
  };
  return { metrics, totals, history, look };
}
