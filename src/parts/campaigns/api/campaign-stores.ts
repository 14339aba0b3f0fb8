import { traitsOf } from '../../../demand/kinds.ts';
import type { Config } from '../../../host/config/config.ts';
import type { Host } from '../../../host/host.ts';
import type { Database } from '../../../lib/sql/database.ts';
import { campaignImport } from '../../../store/campaign-import.ts';
import { type CampaignStore, createCampaignStore } from '../../../store/campaign-store.ts';
import type { Importable } from '../../../store/import.ts';
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

/** The campaigns of each store, for files. New ones are drafts. */
export function campaignImports(host: Host): readonly Importable[] {
  const { feed } = host;
  const stores = campaignStores(host);
  return stores.partners().flatMap(({ name: partner }) => {
    const store = stores.of(partner);
    if (store === undefined) return [];
    const all = async () => {
      if (!feed.isRead()) throw new Error('the campaigns of the store are not known yet');
      const known = [...feed.campaigns().values()];
      return known.filter((one) => one.partner === partner && one.state !== 'deleted');
    };
    return campaignImport({ partner, store, all, state: 'draft', settle: feed.refresh });
  });
}
