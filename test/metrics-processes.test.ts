import { afterAll, expect, test } from 'bun:test';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricsBytes, slabsAt } from '../src/observe/layout.ts';
import { createTotals } from '../src/observe/totals.ts';
import { layoutOf, TYPICAL_PARTNERS } from './metrics.ts';
import { BUN, cleanUp, run, temporaryFolder } from './process.ts';

afterAll(cleanUp);

const AUCTIONS = 20_000;

async function countIn(file: string, slab: number) {
  const script = join(import.meta.dir, 'metrics-process.ts');
  const child = run([script, file, `${slab}`, `${AUCTIONS}`], { command: BUN });
  await child.printed('counted');
  return {
    async kill() {
      process.kill(child.pid, 'SIGKILL');
      await child.exited;
    },
  };
}

test('what processes counted in a shared file is exact, and outlives them', async () => {
  const layout = layoutOf(TYPICAL_PARTNERS, 2);
  const file = join(temporaryFolder(), 'memory');
  writeFileSync(file, '');
  truncateSync(file, metricsBytes(layout));
  const buffer = Bun.mmap(file, { shared: true }).buffer;
  const live = new Set([0, 1]);
  const totals = createTotals({
    layout,
    slabs: slabsAt(layout, { buffer, byteOffset: 0 }),
    isLive: (slab) => live.has(slab),
  });
  const value = (...row: Parameters<typeof layout.cellOf>) => totals.read()[layout.cellOf(...row)];

  const [first, second] = await Promise.all([countIn(file, 0), countIn(file, 1)]);
  expect(value('parley_requests_total', 'bid')).toBe(2 * AUCTIONS);
  expect(value('parley_partner_connections', 'acme')).toBe(10);

  await first.kill();
  live.delete(0);
  expect(value('parley_partner_connections', 'acme')).toBe(5);
  const third = await countIn(file, 0);
  expect(value('parley_requests_total', 'bid')).toBe(3 * AUCTIONS);
  expect(value('parley_partner_wins_total', 'acme')).toBe(3 * AUCTIONS);
  await Promise.all([second.kill(), third.kill()]);
});
