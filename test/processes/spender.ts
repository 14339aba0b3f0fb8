/** A worker in a process of its own: sells from portions as fast as it can, and prints how much it sold of each. */
import type { Account } from '../../src/ledger/budgets/account.ts';
import { createWorkerPortions, limitedBy } from '../../src/ledger/budgets/portion-memory.ts';

const CPM_MICROS = 1_000_000;

const [file = '', times, nowMs, ...rest] = process.argv.slice(2);
const accounts: readonly Account[] = JSON.parse(rest[0] ?? '[]');
const portions = createWorkerPortions(Bun.mmap(file, { shared: true }), accounts.length);
for (const [row, account] of accounts.entries()) portions.assign(row, limitedBy(account));
const told = new Promise((resolve) => process.once('SIGUSR2', resolve));
process.stdout.write('ready\n');
await told;
const sold: Record<number, number> = {};
for (let i = 0; i < Number(times); i++) {
  const portion = portions.reserve(0, CPM_MICROS, Number(nowMs));
  if (portion !== undefined) sold[portion] = (sold[portion] ?? 0) + 1;
}
process.stdout.write(`sold ${JSON.stringify(sold)}\n`);
