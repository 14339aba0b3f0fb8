import { dayOf } from '../../lib/day.ts';
import type { Query } from '../database.ts';
import { type Account, keyOf } from './account.ts';
import { NO_ROW, readRows } from './budget-rows.ts';
import { type CampaignReport, reportCampaign } from './campaign-report.ts';
import type { SupervisorSlices } from './supervisor-slices.ts';

/** A report does not need the claim of one machine. */
const NO_MACHINE = '';

/** One report for each account, in their order. A ledger that cannot be read is a state of its own. */
export async function reportCampaigns(
  query: Query,
  accounts: readonly Account[],
  slices: SupervisorSlices,
  nowMs: number,
): Promise<readonly CampaignReport[]> {
  const keys = accounts.map(keyOf);
  const question = { keys, machine: NO_MACHINE, day: dayOf(nowMs) };
  const rows = await readRows(query, question).catch(() => undefined);
  return accounts.map((account, campaign) =>
    reportCampaign({
      account,
      row: rows === undefined ? undefined : (rows.get(keyOf(account)) ?? NO_ROW),
      holdings: slices.holdings(campaign),
      trials: slices.trials(campaign),
      mayReserve: slices.mayReserve(nowMs),
      nowMs,
    }),
  );
}
