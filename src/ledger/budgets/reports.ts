import { dayOf } from '../../lib/day.ts';
import type { Query } from '../database.ts';
import { type Account, keyOf } from './account.ts';
import type { PurseKeeping } from './purse-keeping.ts';
import { NO_ROW, readRows } from './rows.ts';
import { type CampaignReport, reportCampaign } from './why.ts';

/** Whose claims are of no interest. */
const NO_MACHINE = '';

/** Why campaigns serve or do not, in the order of the accounts. A ledger that fails is a reason too. */
export async function reportCampaigns(
  query: Query,
  accounts: readonly Account[],
  keeping: PurseKeeping,
  nowMs: number,
): Promise<readonly CampaignReport[]> {
  const keys = accounts.map(keyOf);
  const asked = { keys, machine: NO_MACHINE, day: dayOf(nowMs) };
  const rows = await readRows(query, asked).catch(() => undefined);
  return accounts.map((account, place) =>
    reportCampaign({
      account,
      row: rows === undefined ? undefined : (rows.get(keyOf(account)) ?? NO_ROW),
      held: keeping.lookAt(place),
      trials: keeping.trials(place),
      isLeased: keeping.isLeased(nowMs),
      nowMs,
    }),
  );
}
