import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createSharedFiles } from '../../src/host/machine/shared-files.ts';
import { sliceBytes } from '../../src/ledger/budgets/slice-memory.ts';
import { createSupervisorSlices } from '../../src/ledger/budgets/supervisor-slices.ts';
import { account, total } from '../budgets/accounts.ts';
import { BUN, cleanUp, type Run, run } from '../process.ts';

afterAll(cleanUp);

const NOW_MS = 1_800_000_000_000;
const TIMES = 200_000;
const PROCESSES = 3;
/** Less than they ask for, however long they stand still while more is made available. */
const IMPRESSIONS_PUT_MAX = (PROCESSES * TIMES) / 2;

test('several processes never reserve more than was made available, nor lose any of it', async () => {
  // Without times that JSON cannot say.
  const budgeted = account(
    { money: total(1e12), impressions: total(1e9) },
    { startMs: 0, endMs: 1e15 },
  );
  const accounts = [budgeted];
  const { memoryFile: file, remove } = createSharedFiles('', sliceBytes(accounts));
  const memory = { buffer: Bun.mmap(file, { shared: true }).buffer, byteOffset: 0 };
  const slices = createSupervisorSlices(accounts, memory);
  slices.extendTerm(NOW_MS);
  try {
    const spenders = Array.from({ length: PROCESSES }, () => startSpender(file, accounts));
    for (const { printed } of spenders) await printed('ready');
    let put = { micros: 0, impressions: 0 };
    const deposit = () => {
      const piece = { micros: 7919, impressions: 6 };
      slices.deposit(0, piece);
      put = {
        micros: put.micros + piece.micros,
        impressions: put.impressions + piece.impressions,
      };
    };
    // They may all be done before this process runs again.
    deposit();
    for (const { pid } of spenders) process.kill(pid, 'SIGUSR2');
    const all = Promise.all(spenders.map(({ exited }) => exited));
    let isOver = false;
    all.finally(() => {
      isOver = true;
    });
    // Money and impressions come in small pieces of which now the one and now the other runs out.
    while (!isOver) {
      if (put.impressions < IMPRESSIONS_PUT_MAX) deposit();
      const held = slices.holdings(0);
      expect(held.available.micros).toBeGreaterThanOrEqual(0);
      expect(held.available.impressions).toBeGreaterThanOrEqual(0);
      expect(held.available.micros + held.reserved.micros).toBeGreaterThanOrEqual(put.micros);
      await Bun.sleep(0);
    }
    expect(spenders.map(({ stderr }) => stderr())).toEqual(['', '', '']);
    const sold = spenders
      .map(({ stdout }) => Number(/reserved (\d+)/.exec(stdout())?.[1]))
      .reduce((sum, count) => sum + count, 0);
    const { available, reserved } = slices.holdings(0);
    expect(sold).toBeGreaterThan(0);
    expect(sold).toBeLessThan(PROCESSES * TIMES);
    expect(reserved.impressions).toBe(sold);
    expect(available.impressions + reserved.impressions).toBe(put.impressions);
    expect(available.micros + reserved.micros).toBe(put.micros);
  } finally {
    remove();
  }
});

function startSpender(file: string, accounts: readonly unknown[]): Run {
  const script = join(import.meta.dir, 'spender.ts');
  const args = [script, file, String(TIMES), String(NOW_MS), JSON.stringify(accounts)];
  return run(args, { command: BUN });
}
