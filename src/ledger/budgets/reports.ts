import type { Query } from '../database.ts';
import { type Account, dayOf, keyOf } from './account.ts';
import type { PurseKeeping } from './purse-keeping.ts';
import { type BudgetRow, NO_ROW, readRows } from './rows.ts';
import { type CampaignReport, reportCampaign } from './why.ts';

const KEYS_PER_QUERY_MAX = 500;

/** Why campaigns serve or do not, in the order of the accounts. A ledger that fails is a reason too. */
export async function reportCampaigns(
  query: Query,
  accounts: readonly Account[],
  keeping: PurseKeeping,
  nowMs: number,
): Promise<readonly CampaignReport[]> {
  const rows = await readAll(query, accounts, dayOf(nowMs)).catch(() => undefined);
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

async function readAll(
  query: Query,
  accounts: readonly Account[],
  day: number,
): Promise<ReadonlyMap<string, BudgetRow>> {
  const rows = new Map<string, BudgetRow>();
  for (let at = 0; at < accounts.length; at += KEYS_PER_QUERY_MAX) {
    const keys = accounts.slice(at, at + KEYS_PER_QUERY_MAX).map(keyOf);
    for (const [key, row] of await readRows(query, { keys, machine: '', day })) rows.set(key, row);
  }
  return rows;
}
