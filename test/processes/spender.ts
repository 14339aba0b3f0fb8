/** A worker in a process of its own: reserves from a budget slice as fast as it can, and prints how often it could. */
import type { Account } from '../../src/ledger/budgets/account.ts';
import { createWorkerSlices } from '../../src/ledger/budgets/worker-slices.ts';

const [file = '', times, nowMs, ...rest] = process.argv.slice(2);
const accounts: readonly Account[] = JSON.parse(rest[0] ?? '[]');
const workerSlices = createWorkerSlices(accounts, {
  buffer: Bun.mmap(file, { shared: true }).buffer,
  byteOffset: 0,
});
const told = new Promise((resolve) => process.once('SIGUSR2', resolve));
process.stdout.write('ready\n');
await told;
let reserved = 0;
for (let i = 0; i < Number(times); i++) {
  if (workerSlices.reserve(0, 1_000_000 + (i % 7) * 1000, Number(nowMs))) reserved++;
}
process.stdout.write(`reserved ${reserved}\n`);
