import Type from 'typebox';
import { CALL_KEPT_MS } from '../../store/once.ts';
import { ACCOUNT_BILLINGS, ACCOUNT_TIMEZONE } from './accounts.ts';
import { sellerIdentity, WEBHOOK_SIGNING } from './brand.ts';
import {
  CAP_WINDOW_UNITS,
  CAPPED_UNITS,
  OVERLAY_SUPPORT,
  SUPPORTED_FEATURES,
  supportsOverlay,
} from './capabilities.ts';
import { OPAQUE } from './fields.ts';
import { CHANNEL, publisherDomains } from './products.ts';
import { requestSigningOf } from './signatures.ts';
import { openTool } from './tool.ts';
import { VERSIONS } from './versions.ts';

const PROTOCOLS_MAX = 20;

/** Only what is enforced. 3.0 and 3.1 tell of targeting here, and have no words for devices and hours. */
const TARGETING = {
  geo_countries: supportsOverlay('geo_countries'),
  language: supportsOverlay('language'),
  keyword_targets: OVERLAY_SUPPORT.keyword_targets,
  negative_keywords: OVERLAY_SUPPORT.negative_keywords,
};

const MEDIA_BUY_SINCE_3_1 = {
  buying_modes: ['brief', 'wholesale', 'refine'],
  supports_proposals: false,
  governance_aware: false,
  creative_approval_mode: 'require_human',
  frequency_capping: {
    supported_per_units: CAPPED_UNITS,
    supported_window_units: CAP_WINDOW_UNITS,
  },
};

const MEDIA_BUY_SINCE_3_2 = {
  anonymous_discovery: false,
  budget_capping: {
    supported_scopes: ['package'],
    supported_periods: ['day'],
    timezone_basis: 'fixed',
    fixed_timezone: ACCOUNT_TIMEZONE,
    buyer_timezone_override: false,
  },
};

const ACCOUNT_SINCE_3_2 = {
  supported_account_currency_modes: ['per_media_buy'],
  timezone: { mode: 'seller_fixed', fixed_timezone: ACCOUNT_TIMEZONE },
};

export const getAdcpCapabilities = openTool('get_adcp_capabilities', {
  description: 'What this seller supports: versions, protocols, targeting and accounts.',
  input: Type.Object({
    ...OPAQUE,
    protocols: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: PROTOCOLS_MAX }),
    ),
  }),
  run({ protocols }, { buyer, version, sources, changes }) {
    const products = sources.products();
    const models = new Set(products.flatMap(({ options }) => options.map(({ model }) => model)));
    const publishers = products.flatMap((product) => product.publishers);
    const domains = publisherDomains(sources, publishers);
    const portfolio = { publisher_domains: domains, primary_channels: [CHANNEL] };
    const requestSigning = requestSigningOf(buyer, changes);
    // Nobody could trust keys that are not found by https.
    const identity = sellerIdentity(sources.publicUrl());
    const media_buy = {
      ...(models.size > 0 && { supported_pricing_models: [...models] }),
      reporting_delivery_methods: ['webhook'],
      features: Object.fromEntries(SUPPORTED_FEATURES.map((name) => [name, true])),
      execution: { targeting: TARGETING },
      ...(domains.length > 0 && { portfolio }),
      ...(version !== '3.0' && MEDIA_BUY_SINCE_3_1),
      ...(version === '3.2' && MEDIA_BUY_SINCE_3_2),
    };
    return {
      adcp: {
        major_versions: [3],
        supported_versions: VERSIONS,
        idempotency: { supported: true, replay_ttl_seconds: CALL_KEPT_MS / 1000 },
      },
      supported_protocols: ['media_buy'],
      specialisms: ['sales-non-guaranteed'],
      ...(requestSigning && { request_signing: requestSigning }),
      webhook_signing: WEBHOOK_SIGNING,
      ...(identity && { identity }),
      account: {
        require_operator_auth: false,
        supported_billing: ACCOUNT_BILLINGS,
        required_for_products: false,
        account_financials: false,
        sandbox: true,
        ...(version === '3.2' && ACCOUNT_SINCE_3_2),
      },
      ...(version !== '3.0' && {
        wholesale_feed_versioning: { supported: true, cache_scope_account: false },
      }),
      ...((protocols?.includes('media_buy') ?? true) && { media_buy }),
    };
  },
});
