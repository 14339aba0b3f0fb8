import { isObject } from '../../../lib/schema-fault.ts';
import { type BuyerAccount, SETUP } from '../accounts.ts';
import { isoOf } from '../buy.ts';
import type { CreativeStatus, LibraryCreative, ListedCreative } from '../creatives.ts';
import type { AdcpError } from '../errors.ts';
import { CURRENCY, DELIVERY_METRICS, TIMEZONE } from '../fields.ts';
import {
  AD_PARTS,
  type AdPart,
  findFormat,
  formatIdsOf,
  NATIVE_IN_FEED,
  type SellerFormat,
  sellerFormats,
} from '../formats.ts';
import type { PriceGuidance } from '../price-guidance.ts';
import { CHANNEL } from '../product-filters.ts';
import type { AdProduct, PricingOption } from '../seller-terms.ts';
import { OVERLAY_SUPPORT } from '../targeting.ts';
import type { AdcpVersion } from '../versions.ts';
import { buyWriter } from './buys.ts';

/** Notices of the last sales of a day come so long after its end. */
const REPORT_DELAY_MINUTES = 15;

export type Writer = ReturnType<typeof writerOf>;

/** Writes what tools answer in one version of the protocol. */
function writerOf(version: AdcpVersion) {
  const isFirst = version === '3.0';
  const isNewest = version === '3.2';
  const stated = isFirst ? {} : { adcp_version: version };
  const creativeStatus = (status: CreativeStatus): string =>
    // 3.0 knows no suspended creatives: they wait for a decision.
    isFirst && status === 'suspended' ? 'pending_review' : status;
  return {
    ...buyWriter(version),
    /** What every answer that succeeded has beside its body, which has the state of a buy in its place in 3.0. */
    completed: (body: object) => ({ ...stated, status: 'completed', ...body }),
    failed: (errors: readonly [AdcpError, ...AdcpError[]]) => ({
      ...stated,
      ...(!isFirst && { status: 'failed' }),
      adcp_error: errors[0],
      errors,
    }),
    account: ({ id, state, definition }: BuyerAccount) => ({
      account_id: id,
      name: definition.name,
      status: state,
      brand: definition.brand,
      operator: definition.operator,
      billing: definition.billing,
      ...(definition.paymentTerms && { payment_terms: definition.paymentTerms }),
      account_scope: 'operator_brand',
      // All accounts are in one time zone, and only later versions say so.
      ...(isNewest && { timezone: TIMEZONE }),
      ...(state === 'pending_approval' && { setup: SETUP }),
      ...(definition.isSandbox && { sandbox: true }),
    }),
    /** Of a list of accounts: one that was not changed. A row of earlier versions has a state. */
    failedAccount: (named: object, errors: readonly AdcpError[]) => ({
      ...(!isNewest && { status: 'rejected' }),
      ...named,
      action: 'failed',
      errors,
    }),
    product(listed: ListedProduct): object {
      const { product, agentUrl, measuredBy } = listed;
      const options = isFirst ? [] : formatOptionsOf(product, agentUrl);
      const measured = isFirst ? { provider: measuredBy } : { vendors: [{ domain: measuredBy }] };
      return {
        ...productFields(listed),
        // A product without formats that the exchange knows has no canonical one.
        ...(options.length > 0
          ? { format_options: options }
          : { format_ids: formatIdsOf(product, agentUrl) }),
        delivery_measurement: { ...measured, notes: MEASURED },
        ...(isNewest && { overlay_support: OVERLAY_SUPPORT }),
      };
    },
    format: (format: SellerFormat): object => ({
      ...listedFormat(format),
      ...(!isFirst && {
        canonical: { kind: NATIVE_IN_FEED, slots_override: format.assets.map(canonicalAsset) },
      }),
    }),
    creativeStatus,
    /** A creative in the list of a library. */
    creative: ({ creative, status, reason, packages }: ListedCreative, agentUrl: string) => {
      const { id, sent, name } = creative.definition;
      const shown = packages.slice(0, ASSIGNMENTS_SHOWN_MAX);
      const assets = isObject(sent.assets) ? sent.assets : {};
      const unseen = status === 'approved' ? 'approved' : 'pending_review';
      return {
        creative_id: id,
        name,
        ...(isFirst ? formatIdOf(sent, agentUrl) : formatOf(sent, agentUrl)),
        status: creativeStatus(status),
        ...(reason !== '' && { rejection_reason: reason }),
        created_date: isoOf(creative.createdMs),
        updated_date: isoOf(creative.changedMs),
        assets: isFirst ? withOwnRoles(assets) : assets,
        ...(Array.isArray(sent.tags) && { tags: sent.tags }),
        assignments: {
          assignment_count: packages.length,
          returned_assignment_count: shown.length,
          assignments_truncated: shown.length < packages.length,
          assigned_packages: shown.map(({ buy, line, review }) => ({
            package_id: line.id,
            media_buy_id: buy.id,
            // It was assigned no earlier than both were there.
            assigned_date: isoOf(Math.max(buy.createdMs, creative.createdMs)),
            approval_status: review === undefined ? unseen : APPROVALS[review.state],
            ...(review && review.reason !== '' && { rejection_reason: review.reason }),
          })),
        },
      };
    },
  };
}

const ASSIGNMENTS_SHOWN_MAX = 50;

const APPROVALS = {
  waiting: 'pending_review',
  approved: 'approved',
  rejected: 'rejected',
} as const;

export const WRITERS: Readonly<Record<AdcpVersion, Writer>> = {
  '3.0': writerOf('3.0'),
  '3.1': writerOf('3.1'),
  '3.2': writerOf('3.2'),
};

/** A product with all that an answer tells of it. */
type ListedProduct = {
  readonly product: AdProduct;
  /** Why it goes with a brief; undefined where there is none. */
  readonly relevance?: string | undefined;
  /** undefined: too little is known. */
  readonly guidanceOf: (option: PricingOption) => PriceGuidance | undefined;
  /** Where its ads are shown; at least one. */
  readonly publisherDomains: readonly string[];
  /** The domain of this exchange, which counts. */
  readonly measuredBy: string;
  readonly agentUrl: string;
};

const MEASURED =
  'Impressions are notices that the publisher’s page sent when the ad was shown, each counted once; clicks go through this exchange; conversions are those that the advertiser’s server told of.';

function productFields({ product, relevance, guidanceOf, publisherDomains }: ListedProduct) {
  const { id, name, description, options, minSpend } = product;
  return {
    product_id: id,
    name,
    description,
    publisher_properties: publisherDomains.map((domain) => ({
      publisher_domain: domain,
      selection_type: 'all',
    })),
    channels: [CHANNEL],
    delivery_type: 'non_guaranteed',
    exclusivity: 'none',
    pricing_options: options.map((option) => ({
      pricing_option_id: option.id,
      pricing_model: option.model,
      currency: CURRENCY,
      floor_price: option.floorUsd,
      price_guidance: guidanceOf(option),
      min_spend_per_package: minSpend,
    })),
    reporting_capabilities: {
      available_reporting_frequencies: ['daily'],
      expected_delay_minutes: REPORT_DELAY_MINUTES,
      timezone: TIMEZONE,
      supports_webhooks: false,
      available_metrics: DELIVERY_METRICS,
      date_range_support: 'date_range',
    },
    brief_relevance: relevance,
  };
}

/** The formats of a product since 3.1: each is the canonical format, narrowed. Empty for one without formats that the exchange knows. */
function formatOptionsOf(product: AdProduct, agentUrl: string) {
  const formats = sellerFormats(agentUrl);
  return formatIdsOf(product, agentUrl).flatMap((wanted) => {
    const format = findFormat(formats, wanted);
    if (format === undefined) return [];
    const { agent_url, id, name, assets } = format;
    const lengthMax = (part: AdPart) => assets.find((asset) => asset.part === part)?.lengthMax;
    return {
      format_kind: NATIVE_IN_FEED,
      format_option_id: id,
      display_name: name,
      v1_format_ref: [{ agent_url, id }],
      params: {
        title_max_chars: lengthMax('title'),
        body_text_max_chars: lengthMax('description'),
        cta_max_chars: lengthMax('cta'),
        slots: assets.map((asset) => ({
          ...canonicalAsset(asset),
          ...(asset.type === 'text' && { max_chars: asset.lengthMax }),
          ...(asset.type === 'image' && { max: asset.countMax }),
        })),
        ssl_required: true,
        asset_source: 'buyer_uploaded',
        composition_model: 'deterministic',
      },
    };
  });
}

const canonicalAsset = ({ part, type, isRequired }: SellerFormat['assets'][number]) => ({
  asset_group_id: AD_PARTS[part].slot,
  asset_type: type,
  required: isRequired,
});

/** A format in the list of `list_creative_formats`. */
export function listedFormat({ agent_url, id, name, description, assets }: SellerFormat) {
  return {
    format_id: { agent_url, id },
    name,
    description,
    renders: [{ role: 'primary', dimensions: { responsive: { width: true, height: true } } }],
    assets: assets.map(({ role, part, type, isRequired, lengthMax }) => ({
      item_type: 'individual',
      asset_id: role,
      asset_type: type,
      asset_role: AD_PARTS[part].slot,
      required: isRequired,
      ...(type !== 'image' && {
        requirements: {
          ...(type === 'text' ? { min_length: 1 } : { role: 'clickthrough', protocols: ['https'] }),
          max_length: lengthMax,
        },
      }),
    })),
  };
}

type SentCreative = LibraryCreative['definition']['sent'];

/** As it was sent: by `format_kind`, or by `format_id`, which is of this seller where no agent is named. */
function formatOf(
  { format_id: id, format_kind, format_option_ref }: SentCreative,
  agentUrl: string,
) {
  if (format_kind !== undefined) return { format_kind, format_option_ref };
  return { format_id: { agent_url: agentUrl, ...(isObject(id) ? id : {}) } };
}

/** In 3.0 a format is always named by its id. */
function formatIdOf(sent: SentCreative, agentUrl: string) {
  const { format_kind: kind, format_option_ref: option } = sent;
  if (kind === undefined) return formatOf(sent, agentUrl);
  const id = (isObject(option) ? option.format_option_id : undefined) ?? kind;
  const known = sellerFormats(agentUrl).find((format) => format.id === id);
  return { format_id: { agent_url: known?.agent_url ?? agentUrl, id } };
}

/** In 3.0 each asset has a role of its own. */
function withOwnRoles(assets: object): object {
  const entries = Object.entries(assets).flatMap(([role, value]) =>
    [value].flat().map((asset, index) => [index === 0 ? role : `${role}_${index + 1}`, asset]),
  );
  return Object.fromEntries(entries);
}
