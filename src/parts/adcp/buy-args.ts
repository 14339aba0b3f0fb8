import Type, { type Static } from 'typebox';
import { CREATIVES_MAX } from '../../demand/campaigns/campaign-schema.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import { BUY_STATUSES, PACKAGES_MAX } from './buy.ts';
import { refuse } from './errors.ts';
import { AccountReference, Brand, Id, IdempotencyKey, OPAQUE, TIMEZONE } from './fields.ts';
import { Pagination } from './paging.ts';
import { SentCreativeSchema } from './sync-creatives.ts';
import { PushNotificationConfig } from './webhooks.ts';

/** The arguments of the tools for buys. `checkFields` says what becomes of fields that are not here. */

const INLINE_CREATIVES_MAX = 100;
const FORMATS_MAX = 50;
const BUYS_ASKED_MAX = 100;

const Reference = Type.String({ maxLength: 100 });
const Amount = Type.Number({ minimum: 0, maximum: 1e9 });
const Time = Type.String({ minLength: 1, maxLength: 50 });
const Pacing = Type.Enum(['even', 'asap', 'front_loaded']);

const Canceled = Type.Refine(
  Type.Boolean(),
  (isCanceled) => isCanceled,
  () => 'expected true: what is canceled stays canceled',
);

export const Assignment = Type.Object({
  creative_id: Id,
  weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  rotation_mode: Type.Optional(Type.Enum(['weighted', 'even', 'sequential', 'random'])),
});

const PACKAGE_TERMS = {
  budget: Type.Optional(Amount),
  bid_price: Type.Optional(Amount),
  bidding: Type.Optional(
    Type.Object({ bid_amount: Type.Optional(Amount), max_bid: Type.Optional(Amount) }),
  ),
  pacing: Type.Optional(Pacing),
  daily_budget_cap: Type.Optional(
    Type.Union([Amount, Type.Null()], { expects: 'a number from 0 to 1e9, or null for none' }),
  ),
  start_time: Type.Optional(Time),
  end_time: Type.Optional(Time),
  paused: Type.Optional(Type.Boolean()),
  targeting_overlay: Type.Optional(Type.Unsafe<JsonObject>(Type.Object({}))),
  creative_assignments: Type.Optional(Type.Array(Assignment, { maxItems: CREATIVES_MAX })),
  creatives: Type.Optional(
    Type.Array(SentCreativeSchema, { minItems: 1, maxItems: INLINE_CREATIVES_MAX }),
  ),
  ...OPAQUE,
};

const MeasurementTerms = Type.Object({
  billing_measurement: Type.Optional(
    Type.Object({
      max_variance_percent: Type.Optional(Type.Number()),
      finalization_deadline_hours: Type.Optional(Type.Number()),
    }),
  ),
  makegood_policy: Type.Optional(
    Type.Object({
      available_remedies: Type.Optional(Type.Array(Reference, { maxItems: FORMATS_MAX })),
    }),
  ),
});

export const NewPackage = Type.Object({
  product_id: Id,
  pricing_option_id: Id,
  ...PACKAGE_TERMS,
  agency_estimate_number: Type.Optional(Reference),
  measurement_terms: Type.Optional(MeasurementTerms),
  format_ids: Type.Optional(
    Type.Array(Type.Object({ agent_url: Id, id: Id }), { minItems: 1, maxItems: FORMATS_MAX }),
  ),
  format_option_refs: Type.Optional(
    Type.Array(Type.Object({ format_option_id: Id }), { minItems: 1, maxItems: FORMATS_MAX }),
  ),
  format_kind: Type.Optional(Id),
});

const CANCELING = {
  canceled: Type.Optional(Canceled),
  cancellation_reason: Type.Optional(Type.String({ maxLength: 500 })),
};

export const ChangedPackage = Type.Object({ package_id: Id, ...PACKAGE_TERMS, ...CANCELING });

const packages = <Item extends Type.TSchema>(item: Item) =>
  Type.Array(item, { minItems: 1, maxItems: PACKAGES_MAX });

const BUY_TERMS = {
  idempotency_key: IdempotencyKey,
  account: AccountReference,
  paused: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })),
  budget_cap_timezone: Type.Optional(
    Type.Enum([TIMEZONE], { expects: 'UTC: the days of all caps are those of UTC' }),
  ),
  push_notification_config: Type.Optional(PushNotificationConfig),
  ...OPAQUE,
};

export const CreateBuySchema = Type.Object({
  ...BUY_TERMS,
  brand: Brand,
  start_time: Time,
  end_time: Time,
  pacing: Type.Optional(Pacing),
  packages: Type.Optional(packages(NewPackage)),
  po_number: Type.Optional(Reference),
  agency_estimate_number: Type.Optional(Reference),
  advertiser_industry: Type.Optional(Reference),
});

export const UpdateBuySchema = Type.Object({
  ...BUY_TERMS,
  media_buy_id: Id,
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  ...CANCELING,
  start_time: Type.Optional(Time),
  end_time: Type.Optional(Time),
  packages: Type.Optional(packages(ChangedPackage)),
  new_packages: Type.Optional(packages(NewPackage)),
});

const Status = Type.Enum([...BUY_STATUSES]);

/** Which buys a call asks for. */
export const BUYS_ASKED = {
  account: Type.Optional(AccountReference),
  media_buy_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: BUYS_ASKED_MAX })),
  status_filter: Type.Optional(
    Type.Union([Status, Type.Array(Status, { minItems: 1, maxItems: BUY_STATUSES.length })], {
      expects: `one or more of ${BUY_STATUSES.join(', ')}`,
    }),
  ),
  pagination: Type.Optional(Pagination),
  ...OPAQUE,
};

export const GetBuysSchema = Type.Object({
  ...BUYS_ASKED,
  include_snapshot: Type.Optional(Type.Boolean()),
});

export type CreateBuyArgs = DeepReadonly<Static<typeof CreateBuySchema>>;
export type UpdateBuyArgs = DeepReadonly<Static<typeof UpdateBuySchema>>;
export type GetBuysArgs = DeepReadonly<Static<typeof GetBuysSchema>>;
export type PackageArgs = DeepReadonly<
  Partial<Static<typeof NewPackage>> & Partial<Static<typeof ChangedPackage>>
>;
export type SentAssignment = DeepReadonly<Static<typeof Assignment>>;

const NO_PROPOSALS = 'this seller makes no proposals: products are bought as they are, by packages';
const NOT_GOVERNED = 'this seller asks no governance agent: have the buy approved on your side';
const WHOLE_LISTS = 'keywords are changed as a whole list, in targeting_overlay';

/** Why a field is refused: money hangs on it, so what would not be honoured is not ignored. */
const REFUSED: Readonly<Record<string, string>> = {
  pacing: 'budgets are paced by package: send it there',
  bidding: 'a bid is that of a package: send it there',
  daily_budget_cap: 'a daily cap is held for each package: send it there',
  frequency_cap: 'a frequency cap is held for each package: send it in its targeting_overlay',
  total_budget: 'the budget of a buy is the sum of those of its packages',
  budget_allocation: 'nothing moves money between packages',
  governance_context: NOT_GOVERNED,
  plan_id: NOT_GOVERNED,
  invoice_recipient: 'the account says who is billed: buy by the account of the one who pays',
  proposal_id: NO_PROPOSALS,
  opportunity: NO_PROPOSALS,
  io_acceptance: NO_PROPOSALS,
  reporting_webhook: 'reports are read by get_media_buy_delivery, at any time',
  artifact_webhook: 'what people say in conversations is never sent to buyers',
  impressions: 'there is no goal of impressions: a package spends its budget',
  min_spend_target: 'budgets of packages are fixed: nothing moves money between them',
  catalogs: 'packages show creatives, not catalogs: send them with sync_creatives',
  optimization_goals: 'bids are as they are sent: nothing is optimized towards a goal',
  params: 'formats are as the product has them',
  performance_standards: 'no standard of performance is warranted',
  committed_metrics: 'reports have the metrics of the product, and no others are warranted',
  keyword_targets_add: WHOLE_LISTS,
  keyword_targets_remove: WHOLE_LISTS,
  negative_keywords_add: WHOLE_LISTS,
  negative_keywords_remove: WHOLE_LISTS,
};
const UNKNOWN = 'this seller does not know the field, so nothing would come of it';

/** Declared fields of which some values are not honoured, and what is expected of them. */
const PARTLY: Readonly<Record<string, readonly [isTaken: (value: unknown) => boolean, string]>> = {
  pacing: [
    (value) => value !== 'front_loaded',
    'expected even, which spreads the budget over the flight, or asap',
  ],
  rotation_mode: [(value) => /^(weighted|even)$/.test(String(value)), 'expected weighted or even'],
  bidding: [
    (value) => /^(bid_amount|max_bid)$/.test(Object.keys(value as object).join()),
    'expected bid_amount or max_bid alone, in USD',
  ],
};

/** Terms that are negotiated have a code of their own. */
const TERMS = ['performance_standards', 'committed_metrics'];

/** What a call has beside its own arguments. */
const ENVELOPE = ['adcp_version', 'adcp_major_version'];

const FIELD_SHOWN_MAX = 50;

/** What the schema declares is taken. The first other field is refused. `path` is that of the object, with a dot behind it, or ''. */
export function checkFields(
  fields: Readonly<Record<string, unknown>>,
  { properties }: { readonly properties: object },
  path: string,
): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null || ENVELOPE.includes(name)) continue;
    const isDeclared = Object.hasOwn(properties, name);
    const [isTaken, expected] = (Object.hasOwn(PARTLY, name) && PARTLY[name]) || [];
    if (isDeclared && isTaken?.(value) !== false) continue;
    const known = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
    const refuseField = TERMS.includes(name) ? refuse.termsRejected : refuse.unsupported;
    const reason = (isDeclared ? expected : known) ?? UNKNOWN;
    const suggestion = 'Leave it out.';
    refuseField(`${path}${name.slice(0, FIELD_SHOWN_MAX)}`, reason, { suggestion });
  }
}
