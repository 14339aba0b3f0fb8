import { currencyOf } from '../../statements/account.ts';
import { createStatements, type StatementsApi } from '../../statements/statements.ts';
import type { AdminApiSources } from './sources.ts';

export function statementsApi({
  ledger,
  work,
  nowMs,
}: Pick<AdminApiSources, 'ledger' | 'work' | 'nowMs'>): StatementsApi {
  return createStatements({
    database() {
      const found = ledger.database();
      if (found === undefined) throw new Error('the database cannot be reached');
      return found;
    },
    nowMs,
    terms() {
      const { config } = work().setup;
      return {
        currencyOf: (account) => currencyOf(config, account),
        rates: config.auction.rates,
      };
    },
  });
}
