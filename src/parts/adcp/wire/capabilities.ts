import { ANSWER_KEPT_MS } from '../../../store/idempotency.ts';
import { ACCOUNT_TIMEZONE } from '../accounts/account-terms.ts';
import { WEBHOOK_SIGNING } from '../brand.ts';
import { isChannel } from '../products/channels.ts';
import { ACCOUNT_BILLINGS } from '../records/account-record.ts';
import type { PricingModel } from '../records/buy-record.ts';
import {
  CAP_WINDOW_UNITS,
  CAPPED_UNITS,
  OVERLAY_SUPPORT,
  SUPPORTED_FEATURES,
  supportsOverlay,
} from '../seller-features.ts';
import { VERSIONS } from '../versions.ts';

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
