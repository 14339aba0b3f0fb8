import { expect, test } from 'bun:test';
import { createDemand } from './demand.ts';

test('the usual demand is the most of the last ten windows', () => {
  const demand = createDemand();
  expect(demand.usual()).toBe(0);
  demand.add(30);
  demand.add(5);
  expect(demand.usual()).toBe(30);
  for (let window = 0; window < 8; window++) demand.add(7);
  expect(demand.usual()).toBe(30);
  demand.add(6);
  expect(demand.usual()).toBe(7);
});
