import type { Config } from '../../../host/config/config.ts';
import type { StartFault } from '../../../host/machine/worker-process.ts';
import type { Database } from '../../../lib/sql/database.ts';
import { BUYER } from '../../../store/account-kinds.ts';
import { recordsOf } from '../../../store/record-kind.ts';
import type { Records } from '../../../store/records.ts';
import { BUYER_ACCOUNT_TABLE } from '../records/account-record.ts';

type ControlledStore = {
  readonly database: () => Pick<Database, 'query'> | undefined;
  readonly records: Pick<Records, 'stored'>;
};

const PAGE_ACCOUNTS = 1000;

const NOT_ALLOWED = 'it makes up states and deliveries, and must not exist where money is spent';

/** Why the test controller may not be there: somebody of the store could be misled by it, or nobody can tell. */
export async function testControllerFault(
  { adcp }: Pick<Config, 'adcp'>,
  { database, records }: ControlledStore,
): Promise<StartFault | undefined> {
  if (!adcp.enabled || !adcp.testController) return undefined;
  const refused = (expected: string) => ({
    reason: `adcp.testController: expected ${expected}: ${NOT_ALLOWED}.`,
  });
  const real = recordsOf(BUYER, records.stored()).find(
    ({ state, definition }) => state !== 'deleted' && definition.sandbox !== true,
  );
  if (real !== undefined) {
    return refused(`a store whose buyers all have sandbox: true, but "${real.id}" has not`);
  }
  const query = database()?.query;
  if (query === undefined) return refused('a database that can be asked for real accounts');
  const account = await findRealAccount(query);
  return account === undefined
    ? undefined
    : refused(`a store whose accounts are all of the sandbox, but ${account} is not`);
}

async function findRealAccount(query: Database['query']): Promise<string | undefined> {
  for (let after = 0; ; ) {
    const page = await BUYER_ACCOUNT_TABLE.readAfter(query, after, PAGE_ACCOUNTS);
    const real = page.find(({ state, definition }) => state !== 'deleted' && !definition.isSandbox);
    const last = page.at(-1);
    if (real !== undefined || last === undefined) return real?.id;
    after = last.revision;
  }
}
