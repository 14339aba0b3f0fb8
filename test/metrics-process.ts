/** Counts auctions in a slab of a shared file, says so, and waits to be killed. */
import { slabAt } from '../src/observe/layout.ts';
import { createWorkerMetrics } from '../src/observe/worker-metrics.ts';
import { layoutOf, TYPICAL_AUCTION, TYPICAL_PARTNERS } from './metrics.ts';

const [file = '', slab = '0', auctions = '0'] = process.argv.slice(2);
const layout = layoutOf(TYPICAL_PARTNERS, 2);
const memory = { buffer: Bun.mmap(file, { shared: true }).buffer, byteOffset: 0 };
const metrics = createWorkerMetrics(layout, slabAt(layout, memory, Number(slab)), Number(slab));
for (let i = 0; i < Number(auctions); i++) metrics.auction(TYPICAL_AUCTION);
metrics.connections('acme', 5);
process.stdout.write('counted\n');
setInterval(() => {}, 60_000);
