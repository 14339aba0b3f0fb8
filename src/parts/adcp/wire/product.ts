import { ACCOUNT_CURRENCY } from '../accounts/account-terms.ts';
import { formatIdsOf, formatOptionsOf } from '../creatives/formats.ts';
import { REPORTING_CAPABILITIES } from '../delivery/reporting.ts';
import { isChannel } from '../products/channels.ts';
import type { AdProduct, PriceGuidance, PricingOption } from '../products/product.ts';
import { OVERLAY_SUPPORT } from '../seller-features.ts';

/** A product with all that an answer tells of it. */
export type ListedProduct = {
  readonly product: AdProduct;
  /** Why it goes with a brief; undefined where there is none. */
  readonly relevance: string | undefined;
  /** Of each of its options; undefined where too little is known. */
  readonly guidance: ReadonlyMap<string, PriceGuidance>;
  /** Where its ads are shown; at least one. */
  readonly publisherDomains: readonly string[];
  /** The domain of this exchange, which counts. */
  readonly measuredBy: string;
  readonly agentUrl: string;
};

const MEASURED =
  'Impressions are notices that the publisher’s page sent when the ad was shown, each counted once; clicks go through this exchange; conversions are those that the advertiser’s server told of.';

function productFields({ product, relevance, guidance, publisherDomains }: ListedProduct) {
  const { id, name, description, isGuaranteed, options, minSpendUsd } = product;
  const channels = product.channels.filter(isChannel);
  return {
    product_id: id,
    name,
    description,
    publisher_properties: publisherDomains.map((domain) => ({
      publisher_domain: domain,
      selection_type: 'all',
    })),
    ...(channels.length > 0 && { channels }),
    delivery_type: isGuaranteed ? 'guaranteed' : 'non_guaranteed',
    exclusivity: 'none',
    pricing_options: options.map((option) =>
      optionFields(option, guidance.get(option.id), minSpendUsd),
    ),
    reporting_capabilities: REPORTING_CAPABILITIES,
    ...(relevance !== undefined && { brief_relevance: relevance }),
  };
}

function optionFields(
  option: PricingOption,
  guidance: PriceGuidance | undefined,
  minSpendUsd: number | undefined,
) {
  const isFixed = 'fixedUsd' in option;
  return {
    pricing_option_id: option.id,
    pricing_model: option.model,
    currency: ACCOUNT_CURRENCY,
    ...(isFixed ? { fixed_price: option.fixedUsd } : { floor_price: option.floorUsd }),
    ...(!isFixed && guidance !== undefined && { price_guidance: guidance }),
    ...(minSpendUsd !== undefined && { min_spend_per_package: minSpendUsd }),
  };
}

export function productOf3_0(listed: ListedProduct) {
  return {
    ...productFields(listed),
    format_ids: formatIdsOf(listed.product, listed.agentUrl),
    delivery_measurement: { provider: listed.measuredBy, notes: MEASURED },
  };
}

/** A product without formats that the exchange knows has no canonical one. */
export function productOf3_1(listed: ListedProduct) {
  const { product, agentUrl, measuredBy } = listed;
  const options = formatOptionsOf(product, agentUrl);
  return {
    ...productFields(listed),
    ...(options.length > 0
      ? { format_options: options }
      : { format_ids: formatIdsOf(product, agentUrl) }),
    delivery_measurement: { vendors: [{ domain: measuredBy }], notes: MEASURED },
  };
}

export function productOf3_2(listed: ListedProduct) {
  return { ...productOf3_1(listed), overlay_support: OVERLAY_SUPPORT };
}
