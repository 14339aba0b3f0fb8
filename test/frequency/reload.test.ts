import { afterAll, expect, test } from 'bun:test';
import { mapCounts } from '../../src/host/limits/frequency/count-memory.ts';
import { startFrequency } from '../../src/host/machine/frequency.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { cleanUp } from '../process.ts';
import { sharedWorkOf } from '../shared-work.ts';

afterAll(cleanUp);

test('a reload keeps what was counted, also by workers that are still to move', () => {
  const nowMs = () => 1_800_000_000_000;
  const nowSec = nowMs() / 1000;
  const [last, next] = [sharedWorkOf([]), sharedWorkOf([])];
  const [before, after] = [mapCounts(last.memory.frequency), mapCounts(next.memory.frequency)];
  const sale = (name: number) => ({ name, windowSec: 3600 });
  const sell = (name: number) => {
    before.count(sale(name), { atSec: nowSec, nowSec });
    before.tell(sale(name));
  };
  const frequency = startFrequency(last, { nowMs, log: silentLog });
  sell(1);
  const countLate = frequency.use(next, last);
  sell(2);
  expect([1, 2].map((name) => after.countOf(sale(name), nowSec))).toEqual([1, 0]);
  const read = after.createReader();
  countLate();
  expect(read()).toEqual([sale(2)]);
  expect([1, 2].map((name) => after.countOf(sale(name), nowSec))).toEqual([1, 1]);
  frequency.close();
});
