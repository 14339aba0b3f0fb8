import { KNOWN_FORMATS } from '../../core/openrtb/known-formats.ts';
import type { ProductDefinition } from '../../demand/buyer-schema.ts';
import type { Host } from '../../host/host.ts';
import { assembleFormats } from '../../host/worker/assemble.ts';
import { readCampaignDays } from '../../ledger/delivery/read-delivery.ts';
import { PRODUCT, PUBLISHER } from '../../store/account-kinds.ts';
import { CAMPAIGN } from '../../store/campaign-kind.ts';
import { agentUrlOf, sellerFormats } from './formats.ts';
import type { AdProduct, PricingOption, SellerSources } from './seller-terms.ts';

/** What the tools read and change, of this machine. */
export function sellerSources(host: Host): SellerSources {
  const { ledger, feed, records, work, nowMs, newId, log, publicUrl, offers } = host;
  const config = () => work().setup.config;
  return {
    ...{ log, nowMs, newId, publicUrl, config, records },
    database: ledger.database,
    campaignOf: (key) => records.get(CAMPAIGN, key),
    // Whatever is bought becomes a campaign.
    products: () =>
      (offers.campaignStanding === undefined ? [] : records.all(PRODUCT)).flatMap(
        ({ state, definition }) => (state === 'active' ? productOf(definition) : []),
      ),
    formats: () => sellerFormats(agentUrlOf({ publicUrl }), assembleFormats(config())),
    publisherOf: (id) => records.get(PUBLISHER, id)?.definition,
    refresh: feed.refresh,
    async delivered(campaigns, days) {
      const { partner } = config().adcp;
      if (partner === undefined || campaigns.length === 0) return [];
      return readCampaignDays(host.database(), { partner, campaigns, ...days });
    },
    async standingOf(campaign) {
      const { partner } = config().adcp;
      return partner === undefined ? undefined : offers.campaignStanding?.(partner, campaign);
    },
  };
}

export const productOf = ({ formats, floors, ...rest }: ProductDefinition): AdProduct => ({
  ...rest,
  formats: formats ?? KNOWN_FORMATS.map(({ id }) => id),
  options: (['cpm', 'cpc'] as const).flatMap((model): readonly PricingOption[] => {
    const floorUsd = floors[model];
    return floorUsd === undefined ? [] : [{ id: `${model}_auction`, model, floorUsd }];
  }),
});
