import type { Config } from '../../host/config/config.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import { BUYER_ACCOUNT_TABLE } from '../adcp/records/account-record.ts';
import { NONE_WAITING, type Waiting } from './approvals.ts';

/** The accounts of AI buyers that wait for approval, where buyers are let in. */
export async function waitingAccounts(
  { adcp }: Pick<Config, 'adcp'>,
  { database }: Pick<Ledger, 'database'>,
): Promise<Waiting> {
  const found = database();
  if (found === undefined || !adcp.enabled) return NONE_WAITING;
  const rows = await BUYER_ACCOUNT_TABLE.counts(found.query);
  const waiting = rows.filter(({ state }) => state === 'pending_approval');
  return {
    count: waiting.reduce((sum, { count }) => sum + count, 0),
    oldestMs: Math.min(...waiting.map(({ oldestMs }) => oldestMs)),
  };
}
