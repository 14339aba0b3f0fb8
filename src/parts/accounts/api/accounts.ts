import type { AdminApi } from '../../../host/admin/admin-api.ts';
import type { Host } from '../../../host/host.ts';
import type { Database } from '../../../lib/sql/database.ts';
import { accepted } from '../../../store/account-access.ts';
import { keptHash, makeSecret } from '../../../store/account-secret.ts';
import { readHistory } from '../../../store/history.ts';
import { buyerAnswers } from '../../buyers/api/buyers.ts';
import { portalAnswers } from '../../portal/api/portal.ts';
import { kindAnswers, partnerTerms, publisherTerms } from './account-kinds.ts';
import { publisherAccess, storedBy } from './account-secrets.ts';
import type { AccountsApi } from './accounts-api.ts';
import type { CampaignSources } from './advertiser-campaigns.ts';
import { advertiserAnswers } from './advertisers.ts';
import { listedAccounts } from './listed-accounts.ts';
import { testAnswers } from './partner-tests.ts';
import { createPeople, personName } from './people.ts';
import { publisherList } from './publisher-list.ts';

type AccountSources = Pick<
  Host,
  | 'ledger'
  | 'pool'
  | 'database'
  | 'budgets'
  | 'feed'
  | 'supply'
  | 'work'
  | 'nowMs'
  | 'tickMs'
  | 'chance'
  | 'newId'
  | 'publicUrl'
>;

/** Publishers, partners, and the pages of a publisher. */
export function accountAnswers(
  sources: AccountSources & CampaignSources,
): Pick<AdminApi, 'accounts' | 'buyers' | 'portal'> {
  const { feed, ledger, nowMs } = sources;
  const refresh = () => feed.refresh();
  const known = listedAccounts(sources);
  const isOfConfig = (id: string) => known.publisherOfConfig(id) !== undefined;
  const people = createPeople({ ...feed, isOfConfig });
  const base = { known, refresh, nowMs, database: () => openDatabase(ledger.database()) };
  const publishers = kindAnswers(base, publisherTerms(known));
  const partners = kindAnswers(base, partnerTerms(known));
  const answers: AccountsApi = {
    publishers: {
      ...publishers.api,
      list: (question) => publisherList(known, sources, question, nowMs()),
      ...publisherAccess(publishers, nowMs),
    },
    partners: { ...partners.api, ...testAnswers(sources, partners.api.read) },
    advertisers: advertiserAnswers(sources, base),
    people,
    async accept(invitation, name) {
      // Another machine may have made it a moment ago.
      if (people.invitedTo(invitation) === undefined) await refresh();
      const id = people.invitedTo(invitation);
      if (id === undefined) return 'unknown';
      const who = personName(name, id);
      const { secret, kept } = makeSecret('person', nowMs(), who);
      const made = await publishers.change(id, (store) =>
        store.setAccess({ id, revision: undefined }, 'accept', { who, role: 'publisher' }, (one) =>
          accepted(one, { hash: keptHash(invitation), person: { ...kept, name } }),
        ),
      );
      const result = storedBy(made);
      if (!('kind' in result)) return { publisher: id, token: secret };
      return result.kind === 'not-found' || result.kind === 'done' ? 'unknown' : result;
    },
    async history(kind, id, beforeId) {
      const rows = await readHistory(base.database().query, { of: { kind, id }, before: beforeId });
      return { rows: rows };
    },
  };
  return {
    accounts: answers,
    buyers: buyerAnswers(sources, base),
    portal: portalAnswers(sources, known, publishers),
  };
}

function openDatabase(found: Database | undefined): Database {
  if (found === undefined) throw new Error('the database cannot be reached');
  return found;
}
