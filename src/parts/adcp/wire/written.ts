import { isObject } from '../../../lib/schema-fault.ts';
import {
  ACCOUNT_BILLINGS,
  ACCOUNT_CURRENCY,
  ACCOUNT_TIMEZONE,
  type BuyerAccount,
} from '../accounts.ts';
import { WEBHOOK_SIGNING } from '../brand.ts';
import type { PricingModel } from '../buy.ts';
import {
  CAP_WINDOW_UNITS,
  CAPPED_UNITS,
  OVERLAY_SUPPORT,
  SUPPORTED_FEATURES,
  supportsOverlay,
} from '../capabilities.ts';
import type { CreativeStatus, LibraryCreative } from '../creatives.ts';
import { DELIVERY_METRICS } from '../delivery.ts';
import { ANSWER_KEPT_MS } from '../fields.ts';
import { formatIdsOf, formatOptionsOf, NATIVE_IN_FEED, sellerFormats } from '../formats.ts';
import { type AdProduct, isChannel, type PriceGuidance, type PricingOption } from '../products.ts';
import { VERSIONS } from '../versions.ts';
import { REPORT_DELAY_MINUTES } from '../webhooks.ts';

/** The same for all products. */
const REPORTING_CAPABILITIES = {
  available_reporting_frequencies: ['daily', 'monthly'],
  expected_delay_minutes: REPORT_DELAY_MINUTES,
  timezone: ACCOUNT_TIMEZONE,
  supports_webhooks: true,
  available_metrics: DELIVERY_METRICS,
  date_range_support: 'date_range',
} as const;

/** What a seller says of itself, as this exchange is configured. */
export type SellerFacts = {
  readonly models: readonly PricingModel[];
  readonly publisherDomains: readonly string[];
  readonly channels: readonly string[];
  readonly requestSigning: object | undefined;
  /** Where its keys are found; undefined: nobody could trust them. */
  readonly identity: object | undefined;
};

const SPECIALISMS = ['sales-non-guaranteed'];

/** Only what is enforced. 3.0 and 3.1 tell of targeting here, and have no words for devices and hours. */
const TARGETING = {
  geo_countries: supportsOverlay('geo_countries'),
  language: supportsOverlay('language'),
  keyword_targets: OVERLAY_SUPPORT.keyword_targets,
  negative_keywords: OVERLAY_SUPPORT.negative_keywords,
};

function ofSeller({ models, publisherDomains, channels }: SellerFacts) {
  return {
    account: {
      require_operator_auth: false,
      supported_billing: ACCOUNT_BILLINGS,
      required_for_products: false,
      account_financials: false,
      sandbox: true,
    },
    media_buy: {
      ...(models.length > 0 && { supported_pricing_models: models }),
      reporting_delivery_methods: ['webhook'],
      features: Object.fromEntries(SUPPORTED_FEATURES.map((name) => [name, true])),
      execution: { targeting: TARGETING },
      ...(publisherDomains.length > 0 && {
        portfolio: {
          publisher_domains: publisherDomains,
          primary_channels: channels.filter(isChannel),
        },
      }),
    },
  };
}

function ofProtocol({ requestSigning, identity }: SellerFacts) {
  return {
    supported_protocols: ['media_buy'],
    specialisms: SPECIALISMS,
    ...(requestSigning !== undefined && { request_signing: requestSigning }),
    webhook_signing: WEBHOOK_SIGNING,
    ...(identity !== undefined && { identity }),
  };
}

const IDEMPOTENCY = { supported: true, replay_ttl_seconds: ANSWER_KEPT_MS / 1000 };

export function capabilitiesOf3_0(facts: SellerFacts) {
  return {
    adcp: { major_versions: [3], supported_versions: VERSIONS, idempotency: IDEMPOTENCY },
    ...ofProtocol(facts),
    ...ofSeller(facts),
  };
}

export function capabilitiesOf3_1(facts: SellerFacts) {
  const before = capabilitiesOf3_0(facts);
  return {
    ...before,
    media_buy: {
      ...before.media_buy,
      buying_modes: ['brief', 'wholesale', 'refine'],
      supports_proposals: false,
      governance_aware: false,
      creative_approval_mode: 'require_human',
      frequency_capping: {
        supported_per_units: CAPPED_UNITS,
        supported_window_units: CAP_WINDOW_UNITS,
      },
    },
    wholesale_feed_versioning: { supported: true, cache_scope_account: false },
  };
}

export function capabilitiesOf3_2(facts: SellerFacts) {
  const before = capabilitiesOf3_1(facts);
  return {
    ...before,
    account: {
      ...before.account,
      supported_account_currency_modes: ['per_media_buy'],
      timezone: { mode: 'seller_fixed', fixed_timezone: ACCOUNT_TIMEZONE },
    },
    media_buy: {
      ...before.media_buy,
      anonymous_discovery: false,
      budget_capping: {
        supported_scopes: ['package'],
        supported_periods: ['day'],
        timezone_basis: 'fixed',
        fixed_timezone: ACCOUNT_TIMEZONE,
        buyer_timezone_override: false,
      },
    },
  };
}

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

/** Of a creative in one package. */
export type ApprovalStatus = 'pending_review' | 'approved' | 'rejected';

/** A creative with all that a list of the library tells of it. */
export type ListedCreative = {
  readonly creative: LibraryCreative;
  /** undefined: one of the sandbox that nobody has declared. */
  readonly account: BuyerAccount | undefined;
  readonly status: CreativeStatus;
  /** Why it is rejected, or ''. */
  readonly reason: string;
  readonly packages: readonly {
    readonly packageId: string;
    readonly buyId: string;
    readonly assignedMs: number;
    readonly approval: ApprovalStatus;
    readonly reason: string;
  }[];
};

export type CreativeTerms = {
  /** Of this seller. */
  readonly agentUrl: string;
  /** Of one creative. */
  readonly assignmentsMax: number;
};

type WrittenCreative = Readonly<Record<string, unknown>>;

/** A creative in the list of a library, since 3.1. */
export function writtenCreative(
  listed: ListedCreative,
  { agentUrl, assignmentsMax }: CreativeTerms,
): WrittenCreative {
  const { creative, status, reason, packages } = listed;
  const { sent, name } = creative.definition;
  const shown = packages.slice(0, assignmentsMax);
  return {
    creative_id: creative.id,
    name,
    ...formatOf(sent, agentUrl),
    status,
    ...(reason !== '' && { rejection_reason: reason }),
    created_date: new Date(creative.createdMs).toISOString(),
    updated_date: new Date(creative.changedMs).toISOString(),
    assets: isObject(sent.assets) ? sent.assets : {},
    ...(Array.isArray(sent.tags) && { tags: sent.tags }),
    assignments: {
      assignment_count: packages.length,
      returned_assignment_count: shown.length,
      assignments_truncated: shown.length < packages.length,
      assigned_packages: shown.map((one) => ({
        package_id: one.packageId,
        media_buy_id: one.buyId,
        assigned_date: new Date(one.assignedMs).toISOString(),
        approval_status: one.approval,
        ...(one.reason !== '' && { rejection_reason: one.reason }),
      })),
    },
  };
}

/** As it was sent: by `format_kind`, or by `format_id`, which is of this seller where no agent is named. */
function formatOf(
  { format_id: id, format_kind: kind, format_option_ref: option }: WrittenCreative,
  agentUrl: string,
): WrittenCreative {
  if (kind === undefined)
    return { format_id: { agent_url: agentUrl, ...(isObject(id) ? id : {}) } };
  return { format_kind: kind, ...(option !== undefined && { format_option_ref: option }) };
}

/** Of 3.0: a format is always named by its id, and each asset has a role of its own. */
export function earlierCreative(listed: ListedCreative, terms: CreativeTerms): WrittenCreative {
  const { agentUrl } = terms;
  const { format_kind, format_option_ref, assets, ...written } = writtenCreative(listed, terms);
  const option = isObject(format_option_ref) ? format_option_ref.format_option_id : undefined;
  const id = option ?? format_kind ?? NATIVE_IN_FEED;
  const known = sellerFormats(agentUrl).find((format) => format.id === id);
  return {
    ...written,
    ...(written.format_id === undefined && {
      format_id: { agent_url: known?.agent_url ?? agentUrl, id },
    }),
    status: earlierStatus(listed.status),
    assets: Object.fromEntries(
      Object.entries(isObject(assets) ? assets : {}).flatMap(([role, value]) =>
        (Array.isArray(value) ? value : [value]).map((asset, index) => [
          index === 0 ? role : `${role}_${index + 1}`,
          asset,
        ]),
      ),
    ),
  };
}

/** 3.0 knows no suspended creatives: they wait for a decision. */
export function earlierStatus(status: CreativeStatus): string {
  return status === 'suspended' ? 'pending_review' : status;
}
