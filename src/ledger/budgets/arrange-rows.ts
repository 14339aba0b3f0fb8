import { insertAll } from '../../lib/sql/bulk.ts';
import type { Query } from '../../lib/sql/database.ts';
import type { Account } from './account.ts';
import { localDays, type OwnRow, readRows } from './budget-rows.ts';
import { endFutureDays } from './claim-statements.ts';

export type KeyedAccount = { readonly key: string; readonly account: Pick<Account, 'zone'> };

/** Every campaign with a budget has a row in the ledger. */
export async function createRows(
  query: Query,
  { campaigns, nowMs }: { readonly campaigns: readonly KeyedAccount[]; readonly nowMs: number },
): Promise<void> {
  const rows = campaigns.map(({ key, account }) => [key, account.zone, nowMs] as const);
  // In the order of the keys: two machines wait for each other, and never in a circle.
  const inOrder = rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
  await insertAll(query, inOrder, insertRows);
}

const insertRows = (values: string) =>
  `insert into budgets (campaign, zone, since_ms) values ${values} on conflict (campaign) do nothing`;

/** The rows of campaigns as of today, each in its time zone. */
export async function readCurrentRows(
  query: Query,
  campaigns: readonly KeyedAccount[],
  { machine, nowMs }: { readonly machine: string; readonly nowMs: number },
): Promise<ReadonlyMap<string, OwnRow>> {
  const days = localDays(campaigns, nowMs);
  const rows = await readRows(query, { days, machine });
  const ahead = campaigns.filter(({ key, account }) => {
    const row = rows.get(key);
    return row?.zone === account.zone && row.day > (days.get(key) ?? row.day) + 1;
  });
  if (ahead.length === 0) return rows;
  await endFutureDays(query, localDays(ahead, nowMs));
  return readRows(query, { days, machine });
}
