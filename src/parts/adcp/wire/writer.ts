import { isObject } from '../../../lib/schema-fault.ts';
import { ACCOUNT_CURRENCY, ACCOUNT_TIMEZONE, type BuyerAccount, SETUP } from '../accounts.ts';
import { isoOf } from '../buy.ts';
import { OVERLAY_SUPPORT } from '../capabilities.ts';
import type { CreativeStatus, LibraryCreative } from '../creatives.ts';
import { DELIVERY_METRICS } from '../delivery.ts';
import type { AdcpError } from '../errors.ts';
import {
  canonicalOf,
  formatIdsOf,
  formatOptionsOf,
  listedFormat,
  type SellerFormat,
  sellerFormats,
} from '../formats.ts';
import { type AdProduct, CHANNEL, type PriceGuidance, type PricingOption } from '../products.ts';
import type { AdcpVersion } from '../versions.ts';
import { REPORT_DELAY_MINUTES } from '../webhooks.ts';
import { buyWriter } from './buys.ts';

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
      ...(isNewest && { timezone: ACCOUNT_TIMEZONE }),
      ...(state === 'pending_approval' && { setup: SETUP }),
      ...(definition.isSandbox && { sandbox: true }),
    }),
    /** Of a list of accounts: one that was not changed, and whose state is not known. */
    failedAccount({ account, ...row }: FailedAccountRow): object {
      if (isNewest) return { ...row, ...(account && { account }) };
      // A row has a state and names its account by fields of its own.
      return { status: 'rejected', ...account, ...row };
    },
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
    format: (format: SellerFormat): object =>
      isFirst ? listedFormat(format) : { ...listedFormat(format), canonical: canonicalOf(format) },
    creativeStatus,
    /** A creative in the list of a library. */
    creative: (listed: ListedCreative, { agentUrl, assignmentsMax }: CreativeTerms) => {
      const { creative, status, reason, packages } = listed;
      const { id, sent, name } = creative.definition;
      const shown = packages.slice(0, assignmentsMax);
      const assets = isObject(sent.assets) ? sent.assets : {};
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
          assigned_packages: shown.map((one) => ({
            package_id: one.packageId,
            media_buy_id: one.buyId,
            assigned_date: isoOf(one.assignedMs),
            approval_status: one.approval,
            ...(one.reason !== '' && { rejection_reason: one.reason }),
          })),
        },
      };
    },
  };
}

export const WRITERS: Readonly<Record<AdcpVersion, Writer>> = {
  '3.0': writerOf('3.0'),
  '3.1': writerOf('3.1'),
  '3.2': writerOf('3.2'),
};

/** Named by its brand and operator, or by a reference. */
export type FailedAccountRow = {
  readonly account?: object | undefined;
  readonly brand?: object | undefined;
  readonly operator?: string | undefined;
  readonly action: 'failed';
  readonly errors: readonly AdcpError[];
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
  const { id, name, description, options, minSpendUsd } = product;
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
      currency: ACCOUNT_CURRENCY,
      floor_price: option.floorUsd,
      price_guidance: guidanceOf(option),
      min_spend_per_package: minSpendUsd,
    })),
    reporting_capabilities: {
      available_reporting_frequencies: ['daily'],
      expected_delay_minutes: REPORT_DELAY_MINUTES,
      timezone: ACCOUNT_TIMEZONE,
      supports_webhooks: true,
      available_metrics: DELIVERY_METRICS,
      date_range_support: 'date_range',
    },
    brief_relevance: relevance,
  };
}

/** A creative with all that a list of the library tells of it. */
export type ListedCreative = {
  readonly creative: LibraryCreative;
  readonly account: BuyerAccount;
  readonly status: CreativeStatus;
  /** Why it is rejected, or ''. */
  readonly reason: string;
  readonly packages: readonly {
    readonly packageId: string;
    readonly buyId: string;
    readonly assignedMs: number;
    readonly approval: 'pending_review' | 'approved' | 'rejected';
    readonly reason: string;
  }[];
};

type CreativeTerms = {
  /** Of this seller. */
  readonly agentUrl: string;
  /** Of one creative. */
  readonly assignmentsMax: number;
};

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
