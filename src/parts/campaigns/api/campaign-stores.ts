import { traitsOf } from '../../../demand/kinds.ts';
import type { Config } from '../../../host/config/config.ts';
import type { Host } from '../../../host/host.ts';
import type { Database } from '../../../lib/sql/database.ts';
import { type CampaignStore, createCampaignStore } from '../../../store/campaign-store.ts';
import type { StorePartner } from './store-api.ts';

export type CampaignStores = ReturnType<typeof campaignStores>;

/** The stores of the partners that keep their campaigns in the database. */
export function campaignStores({ ledger, work, nowMs }: StoreSources) {
  const partners = () => storePartners(work().setup.config);
  function database(): Database {
    const found = ledger.database();
    if (found === undefined) throw new Error('the database cannot be reached');
    return found;
  }
  return {
    partners,
    /** Throws while it cannot be reached. */
    database,
    of(partner: string): CampaignStore | undefined {
      const entry = partners().find(({ name }) => name === partner);
      return entry && createCampaignStore({ ...entry, database: database(), partner, nowMs });
    },
  };
}

type StoreSources = Pick<Host, 'ledger' | 'work' | 'nowMs'>;

function storePartners({ partners }: Config): readonly StorePartner[] {
  return partners.flatMap((entry) => {
    const source = traitsOf(entry).campaigns;
    return source?.kind === 'store'
      ? { name: entry.name, needsApproval: source.needsApproval }
      : [];
  });
}
