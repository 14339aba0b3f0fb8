import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createSharedFiles } from '../../src/host/machine/shared-files.ts';
import { createSellerPortions, portionWords } from '../../src/ledger/budgets/portion-memory.ts';
import { account, total } from '../budgets/accounts.ts';
import { BUN, cleanUp, type Run, run } from '../process.ts';

afterAll(cleanUp);

const NOW_MS = 1_800_000_000_000;
const TIMES = 5_000_000;
const PROCESSES = 3;
const NUMBERS = 300;

/** What one impression costs, as the spenders ask for it. */
const UNIT = { micros: 1000, impressions: 1 };

test('several processes never sell twice while portions change under them, and each sale knows its portion', async () => {
  // Without times that JSON cannot say.
  const budgeted = account(
    { money: total(1e12), impressions: total(1e9) },
    { startMs: 0, endMs: 1e15 },
  );
  const accounts = [budgeted];
  const { memoryFile: file, remove } = createSharedFiles(8 * portionWords(accounts.length));
  const memory = Bun.mmap(file, { shared: true });
  const portions = createSellerPortions(memory, 'run', accounts.length);
  portions.next(0, 0);
  try {
    const spenders = Array.from({ length: PROCESSES }, () => startSpender(file, accounts));
    for (const { printed } of spenders) await printed('ready');
    const granted: number[] = [];
    const unsold: number[] = [];
    for (const { pid } of spenders) process.kill(pid, 'SIGUSR2');
    for (let number = 0; number < NUMBERS; number++) {
      granted[number] = 0;
      portions.sellUntil(0, NOW_MS + 60_000);
      for (let growth = 0; growth < 3; growth++) {
        // Now the money and now the impressions run out.
        const impressions = 50 + growth;
        portions.grow(0, number, { micros: UNIT.micros * 51, impressions });
        granted[number] = (granted[number] ?? 0) + impressions;
        await Bun.sleep(1);
      }
      unsold[number] = portions.next(0, number + 1).impressions;
    }
    await Promise.all(spenders.map(({ exited }) => exited));
    expect(spenders.map(({ stderr }) => stderr())).toEqual(['', '', '']);
    const counts = spenders.map(
      ({ stdout }) => JSON.parse(/sold (.*)/.exec(stdout())?.[1] ?? '') as Record<number, number>,
    );
    let all = 0;
    for (let number = 0; number < NUMBERS; number++) {
      const of = portions.portionOf(number);
      const sold = counts.reduce((sum, count) => sum + (count[of] ?? 0), 0);
      all += sold;
      // What a worker could not give back, because the portion had ended, stays held: never the other way round.
      expect(sold).toBeLessThanOrEqual((granted[number] ?? 0) - (unsold[number] ?? 0));
    }
    expect(all).toBeGreaterThan(1000);
  } finally {
    remove();
  }
});

function startSpender(file: string, accounts: readonly unknown[]): Run {
  const script = join(import.meta.dir, 'spender.ts');
  const args = [script, file, String(TIMES), String(NOW_MS), JSON.stringify(accounts)];
  return run(args, { command: BUN });
}
