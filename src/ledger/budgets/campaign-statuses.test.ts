import { expect, test } from 'bun:test';
import { account, BY_CLOCK, total } from '../../../test/budgets/accounts.ts';
import { campaignStatuses } from './campaign-status.ts';
import { createRecentTrials } from './recent-trials.ts';
import { sliceBytes } from './slice-memory.ts';
import { createSupervisorSlices } from './supervisor-slices.ts';

test('a campaign that the ledger has no row of has spent nothing; one of a ledger that fails is unknown', async () => {
  const accounts = [account({ money: total(1e6) })];
  const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
  const slices = createSupervisorSlices(accounts, memory);
  slices.extendTerm(1000);
  const now = { ms: 1000, shareOf: BY_CLOCK };
  const sources = { slices, recent: createRecentTrials(slices, 1000) };
  const [fresh] = await campaignStatuses(async () => [], accounts, sources, now);
  expect(fresh).toMatchObject({ state: 'no-request-matched', money: { spentTotal: 0, total: 1 } });
  const gone = () => Promise.reject(new Error('gone'));
  const [unknown] = await campaignStatuses(gone, accounts, sources, now);
  expect(unknown).toMatchObject({ state: 'ledger-unreachable', money: null });
});
