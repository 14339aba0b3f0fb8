/** The short form of `npm run soak`. Needs Postgres. */
import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../process.ts';
import { soak } from './soak/soak.ts';
import { faultsOf, tableOf } from './soak/verdict.ts';

afterAll(cleanUp);

const SHORT_MS = 30_000;

test('an exchange that is reloaded, loses workers and its database and changes campaigns loses nothing and does not grow', async () => {
  const lines: string[] = [];
  const figures = await soak(SHORT_MS, (line) => lines.push(line));
  expect({ faults: faultsOf(figures), lines, table: tableOf(figures) }).toMatchObject({
    faults: [],
  });
  for (const times of Object.values(figures.counts)) expect(times).toBeGreaterThan(0);
});
