import { createGate, GATE_WORDS } from '../../src/auction/gate.ts';
import type { ReadyPartner } from '../../src/auction/solicit.ts';
import { startCatalog } from '../../src/catalog/server.ts';
import { createCampaignsPartner } from '../../src/demand/campaigns/campaigns-partner.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { CampaignsFault, readCampaigns } from '../../src/demand/campaigns/read-campaigns.ts';
import { PRODUCT_SEARCH } from '../../src/demand/product-search/kind.ts';
import { createRateBook } from '../../src/demand/rate-book.ts';
import { createPartnerClient } from '../../src/http/client/partner-client.ts';

/** Stands still, so that offers stay known once they were found. */
export const NOW_MS = Date.UTC(2026, 4, 6, 14);

export const catalog = startCatalog({ host: '127.0.0.1', port: 0 });
const campaigns = readCampaigns(DEFAULT_CAMPAIGNS_FILE);
if (campaigns instanceof CampaignsFault) throw new Error(campaigns.message);
export const standing = { gvlId: undefined, needsConsent: false };
/** The demand that comes with Parley, in this process. */
export const house: ReadyPartner = {
  partner: createCampaignsPartner({
    name: 'house',
    campaigns,
    imageBaseUrl: 'https://bid.example.com',
  }),
  standing,
  isPaused: () => false,
};
const client = createPartnerClient();
export const shop: ReadyPartner = {
  partner: PRODUCT_SEARCH.create(
    { name: 'shop', kind: 'product-search', url: 'embedded' },
    { catalogUrl: catalog.url, rates: createRateBook(), nowMs: () => NOW_MS },
  ),
  standing,
  gate: createGate({ words: new BigUint64Array(GATE_WORDS), nowMs: Date.now }),
  isPaused: () => false,
  send: client,
  connections: client.connections,
  retire: client.retire,
};
