import Type, { type Static } from 'typebox';
import { CREATIVES_MAX } from '../../demand/campaigns/campaign-schema.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import { BUY_STATUSES, PACKAGES_MAX } from './buy.ts';
import { refuse } from './errors.ts';
import { AccountReference, Brand, IdempotencyKey, OPAQUE } from './fields.ts';
import { Pagination } from './paging.ts';
import { PushNotificationConfig, ReportingWebhook } from './webhooks.ts';

/** The arguments of the tools for buys. `checkFields` says what becomes of fields that are not here. */

const ID_LENGTH_MAX = 255;
const NAME_LENGTH_MAX = 255;
const REASON_LENGTH_MAX = 500;
const REFERENCE_LENGTH_MAX = 100;
const INLINE_CREATIVES_MAX = 100;
const FORMATS_MAX = 50;
const BUYS_ASKED_MAX = 100;
const HISTORY_MAX = 1000;

const Id = Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX });
const Reason = Type.String({ maxLength: REASON_LENGTH_MAX });
const Amount = Type.Number({ minimum: 0, maximum: 1e9 });
const Time = Type.String({ minLength: 1, maxLength: 50 });
const Pacing = Type.Enum(['even', 'asap', 'front_loaded']);
const Anything = Type.Unsafe<JsonObject>(Type.Object({}));

const Canceled = Type.Refine(
  Type.Boolean(),
  (isCanceled) => isCanceled,
  () => 'expected true: what is canceled stays canceled',
);

const Money = Type.Object({
  amount: Amount,
  currency: Type.String({ minLength: 3, maxLength: 3 }),
});

const Assignment = Type.Object({
  creative_id: Id,
  weight: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  rotation_mode: Type.Optional(Type.Enum(['weighted', 'even', 'sequential', 'random'])),
});

const PACKAGE_TERMS = {
  budget: Type.Optional(Amount),
  bid_price: Type.Optional(Amount),
  bidding: Type.Optional(Anything),
  pacing: Type.Optional(Pacing),
  daily_budget_cap: Type.Optional(Amount),
  start_time: Type.Optional(Time),
  end_time: Type.Optional(Time),
  paused: Type.Optional(Type.Boolean()),
  targeting_overlay: Type.Optional(Anything),
  creative_assignments: Type.Optional(Type.Array(Assignment, { maxItems: CREATIVES_MAX })),
  creatives: Type.Optional(Type.Array(Anything, { minItems: 1, maxItems: INLINE_CREATIVES_MAX })),
  ...OPAQUE,
};

const NewPackage = Type.Object({
  product_id: Id,
  pricing_option_id: Id,
  ...PACKAGE_TERMS,
  agency_estimate_number: Type.Optional(Type.String({ maxLength: REFERENCE_LENGTH_MAX })),
  measurement_terms: Type.Optional(Anything),
  format_ids: Type.Optional(
    Type.Array(Type.Object({ agent_url: Id, id: Id }), { minItems: 1, maxItems: FORMATS_MAX }),
  ),
  format_option_refs: Type.Optional(
    Type.Array(Type.Object({ format_option_id: Id }), { minItems: 1, maxItems: FORMATS_MAX }),
  ),
  format_kind: Type.Optional(Id),
});

const ChangedPackage = Type.Object({
  package_id: Id,
  ...PACKAGE_TERMS,
  daily_budget_cap: Type.Optional(
    Type.Union([Amount, Type.Null()], { expects: 'a number from 0 to 1e9, or null for none' }),
  ),
  canceled: Type.Optional(Canceled),
  cancellation_reason: Type.Optional(Reason),
});

const packages = <Item extends Type.TSchema>(item: Item) =>
  Type.Array(item, { minItems: 1, maxItems: PACKAGES_MAX });

const BUY_TERMS = {
  idempotency_key: IdempotencyKey,
  account: AccountReference,
  paused: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, pattern: '\\S' })),
  total_budget: Type.Optional(Money),
  budget_allocation: Type.Optional(Anything),
  budget_cap_timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  pacing: Type.Optional(Pacing),
  push_notification_config: Type.Optional(PushNotificationConfig),
  reporting_webhook: Type.Optional(ReportingWebhook),
  ...OPAQUE,
};

export const CreateBuySchema = Type.Object({
  ...BUY_TERMS,
  brand: Brand,
  start_time: Time,
  end_time: Time,
  packages: Type.Optional(packages(NewPackage)),
  po_number: Type.Optional(Type.String({ maxLength: REFERENCE_LENGTH_MAX })),
  agency_estimate_number: Type.Optional(Type.String({ maxLength: REFERENCE_LENGTH_MAX })),
  advertiser_industry: Type.Optional(Type.String({ maxLength: REFERENCE_LENGTH_MAX })),
});

export const UpdateBuySchema = Type.Object({
  ...BUY_TERMS,
  media_buy_id: Id,
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  canceled: Type.Optional(Canceled),
  cancellation_reason: Type.Optional(Reason),
  start_time: Type.Optional(Time),
  end_time: Type.Optional(Time),
  packages: Type.Optional(packages(ChangedPackage)),
  new_packages: Type.Optional(packages(NewPackage)),
});

const Status = Type.Enum([...BUY_STATUSES]);

export const GetBuysSchema = Type.Object({
  account: Type.Optional(AccountReference),
  media_buy_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: BUYS_ASKED_MAX })),
  status_filter: Type.Optional(
    Type.Union([Status, Type.Array(Status, { minItems: 1, maxItems: BUY_STATUSES.length })], {
      expects: `one or more of ${BUY_STATUSES.join(', ')}`,
    }),
  ),
  indicator_types: Type.Optional(Type.Array(Type.String())),
  include_snapshot: Type.Optional(Type.Boolean()),
  include_history: Type.Optional(Type.Integer({ minimum: 0, maximum: HISTORY_MAX })),
  pagination: Type.Optional(Pagination),
  ...OPAQUE,
});

export type CreateBuyArgs = DeepReadonly<Static<typeof CreateBuySchema>>;
export type UpdateBuyArgs = DeepReadonly<Static<typeof UpdateBuySchema>>;
export type GetBuysArgs = DeepReadonly<Static<typeof GetBuysSchema>>;
export type NewPackageArgs = DeepReadonly<Static<typeof NewPackage>>;
export type ChangedPackageArgs = DeepReadonly<Static<typeof ChangedPackage>>;
export type SentAssignment = DeepReadonly<Static<typeof Assignment>>;

/** Why a field is refused, and what to send instead: money hangs on it, so what would not be honoured is not ignored. */
type RefusedField = readonly [reason: string, suggestion?: string];

type FieldRules = {
  /** What the schema declares is taken, unless a row says why it is not. */
  readonly declared: object;
  readonly refused: Readonly<Record<string, RefusedField>>;
};

const inPackages = (name: string) => `Send ${name} in each package.`;

const WITHOUT_PROPOSALS: RefusedField = [
  'this seller makes no proposals: products are bought as they are',
  'Send packages.',
];
const NOT_GOVERNED: RefusedField = [
  'this seller asks no governance agent, so nothing would be checked',
  'Leave it out, and have the buy approved on your side.',
];
const WHOLE_LISTS: RefusedField = [
  'keywords are changed as a whole list',
  'Send targeting_overlay with all keywords.',
];

const OF_BUY: FieldRules['refused'] = {
  daily_budget_cap: [
    'a daily cap is held for each package, not for several at once',
    inPackages('daily_budget_cap'),
  ],
  frequency_cap: [
    'a frequency cap is held for each package, not for several at once',
    inPackages('targeting_overlay.frequency_cap'),
  ],
  bidding: ['a bid is that of a package', inPackages('bidding')],
  governance_context: NOT_GOVERNED,
  plan_id: NOT_GOVERNED,
  invoice_recipient: ['the account says who is billed', 'Buy by the account of the one who pays.'],
  proposal_id: WITHOUT_PROPOSALS,
  opportunity: WITHOUT_PROPOSALS,
  io_acceptance: WITHOUT_PROPOSALS,
  artifact_webhook: ['what people say in conversations is never sent to buyers'],
};

const OF_PACKAGE: FieldRules['refused'] = {
  impressions: [
    'there is no goal of impressions: a package spends its budget',
    'Send the budget alone.',
  ],
  min_spend_target: [
    'budgets of packages are fixed: nothing moves money between them',
    inPackages('budget'),
  ],
  catalogs: ['packages show creatives, not catalogs', 'Send creatives with sync_creatives.'],
  optimization_goals: ['bids are as they are sent: nothing is optimized towards a goal'],
  params: ['formats are as the product has them'],
  performance_standards: ['no standard of performance is warranted'],
  committed_metrics: ['reports have the metrics of the product, and no others are warranted'],
  keyword_targets_add: WHOLE_LISTS,
  keyword_targets_remove: WHOLE_LISTS,
  negative_keywords_add: WHOLE_LISTS,
  negative_keywords_remove: WHOLE_LISTS,
};

export const CREATE_FIELDS: FieldRules = { declared: CreateBuySchema.properties, refused: OF_BUY };
export const UPDATE_FIELDS: FieldRules = {
  declared: UpdateBuySchema.properties,
  refused: { ...OF_BUY, pacing: ['budgets are paced by package', inPackages('pacing')] },
};
export const NEW_PACKAGE_FIELDS: FieldRules = {
  declared: NewPackage.properties,
  refused: OF_PACKAGE,
};
export const CHANGED_PACKAGE_FIELDS: FieldRules = {
  declared: ChangedPackage.properties,
  refused: OF_PACKAGE,
};

/** What a call has beside its own arguments. */
const ENVELOPE = ['adcp_version', 'adcp_major_version'];

/** Terms that are negotiated have a code of their own. */
const TERMS = ['performance_standards', 'committed_metrics'];

const UNKNOWN: RefusedField = ['this seller does not know the field, so nothing would come of it'];
const FIELD_SHOWN_MAX = 50;

/** The first field that is not taken. `path` is that of the object, with a dot behind it, or ''. */
export function checkFields(
  fields: Readonly<Record<string, unknown>>,
  { declared, refused }: FieldRules,
  path: string,
): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null || ENVELOPE.includes(name)) continue;
    const isRefused = Object.hasOwn(refused, name);
    if (!isRefused && Object.hasOwn(declared, name)) continue;
    const [reason, suggestion = 'Leave it out.'] = (isRefused && refused[name]) || UNKNOWN;
    const field = `${path}${name.slice(0, FIELD_SHOWN_MAX)}`;
    const refuseField = TERMS.includes(name) ? refuse.termsRejected : refuse.unsupported;
    refuseField(field, reason, { suggestion });
  }
}
