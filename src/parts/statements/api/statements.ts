import type { StoreFeed } from '../../../host/machine/store-feed.ts';
import type { Work } from '../../../host/worker/work.ts';
import type { Ledger } from '../../../ledger/start-ledger.ts';
import { knownAccounts } from '../../../store/known-accounts.ts';
import { accountTerms } from '../account.ts';
import { createStatements, type StatementsApi } from '../statements.ts';

type StatementSources = {
  readonly ledger: Pick<Ledger, 'database'>;
  readonly feed: Pick<StoreFeed, 'accounts' | 'isRead'>;
  readonly work: () => Pick<Work, 'setup'>;
  readonly nowMs: () => number;
};

export function statementsApi({ ledger, feed, work, nowMs }: StatementSources): StatementsApi {
  return createStatements({
    database() {
      const found = ledger.database();
      if (found === undefined) throw new Error('the database cannot be reached');
      return found;
    },
    nowMs,
    terms() {
      // A month that is closed in a wrong currency stays so.
      if (!feed.isRead()) throw new Error('the accounts of the store are not known yet');
      const { config } = work().setup;
      const accounts = knownAccounts(config, feed.accounts()).withRemoved();
      return { ...accountTerms(accounts), rates: config.auction.rates };
    },
  });
}
