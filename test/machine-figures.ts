import { createHistory } from '../src/host/observe/history.ts';
import { createTotals } from '../src/host/observe/totals.ts';
import { countingWorker, layoutOf, TYPICAL_PARTNERS } from './metrics.ts';

/** The figures of a machine with one worker. `look` lets a second pass and returns the last minutes. */
export function machineFigures() {
  const { metrics, ...counted } = countingWorker(layoutOf(TYPICAL_PARTNERS));
  const totals = createTotals({ ...counted, isLive: () => true });
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
