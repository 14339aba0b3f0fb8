import Type from 'typebox';
import { BRAND_PATH } from '../../host/http/documents.ts';
import { CALL_KEPT_MS } from '../../store/once.ts';
import { ACCOUNT_BILLINGS } from './accounts.ts';
import { OPAQUE, TIMEZONE } from './fields.ts';
import { publisherDomains } from './get-products.ts';
import { CHANNEL } from './product-filters.ts';
import { requestSigningOf } from './signatures.ts';
import { CAPPED_UNITS, OVERLAY_SUPPORT } from './targeting.ts';
import { openTool } from './tool.ts';
import { VERSIONS } from './versions.ts';
import { WEBHOOK_SIGNING } from './webhooks.ts';

/** Only what is enforced. 3.0 and 3.1 tell of targeting here, and have no words for devices and hours. */
const TARGETING = {
  geo_countries: true,
  language: true,
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
    supported_window_units: ['hours', 'days'],
  },
};

const MEDIA_BUY_SINCE_3_2 = {
  anonymous_discovery: false,
  budget_capping: {
    supported_scopes: ['package'],
    supported_periods: ['day'],
    timezone_basis: 'fixed',
    fixed_timezone: TIMEZONE,
    buyer_timezone_override: false,
  },
};

const ACCOUNT_SINCE_3_2 = {
  supported_account_currency_modes: ['per_media_buy'],
  timezone: { mode: 'seller_fixed', fixed_timezone: TIMEZONE },
};

export const getAdcpCapabilities = openTool('get_adcp_capabilities', {
  description: 'What this seller supports: versions, protocols, targeting and accounts.',
  input: Type.Object({
    ...OPAQUE,
    protocols: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 20 }),
    ),
  }),
  run({ protocols }, { buyer, version, sources, changes }) {
    const products = sources.products();
    const models = new Set(products.flatMap(({ options }) => options.map(({ model }) => model)));
    const publishers = products.flatMap((product) => product.publishers);
    const domains = publisherDomains(sources, publishers);
    const portfolio = { publisher_domains: domains, primary_channels: [CHANNEL] };
    const requestSigning = requestSigningOf(buyer, changes);
    const url = URL.parse(sources.publicUrl());
    const media_buy = {
      ...(models.size > 0 && { supported_pricing_models: [...models] }),
      features: { inline_creative_management: true },
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
      // Nobody could trust keys that are not found by https.
      ...(url?.protocol === 'https:' && {
        identity: {
          brand_json_url: `${sources.publicUrl()}${BRAND_PATH}`,
          key_origins: { webhook_signing: url.origin },
        },
      }),
      account: {
        require_operator_auth: false,
        supported_billing: ACCOUNT_BILLINGS,
        required_for_products: false,
        account_financials: false,
        sandbox: true,
        ...(version === '3.2' && ACCOUNT_SINCE_3_2),
      },
      ...((protocols?.includes('media_buy') ?? true) && { media_buy }),
    };
  },
});
