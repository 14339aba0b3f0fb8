/** A worker in a process of its own: reserves from a purse as fast as it can, and prints how often it could. */
import type { Account } from '../../src/ledger/budgets/account.ts';
import { createPurses } from '../../src/ledger/budgets/purses.ts';

const [file = '', times, nowMs, ...rest] = process.argv.slice(2);
const accounts: readonly Account[] = JSON.parse(rest[0] ?? '[]');
const purses = createPurses(accounts, {
  buffer: Bun.mmap(file, { shared: true }).buffer,
  byteOffset: 0,
});
const told = new Promise((resolve) => process.once('SIGUSR2', resolve));
process.stdout.write('ready\n');
await told;
let reserved = 0;
for (let i = 0; i < Number(times); i++) {
  if (purses.reserve(0, 1_000_000 + (i % 7) * 1000, Number(nowMs))) reserved++;
}
process.stdout.write(`reserved ${reserved}\n`);
