import Type, { type Static } from 'typebox';
import { CREATIVES_MAX } from '../../../demand/campaigns/campaign-schema.ts';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import type { JsonObject } from '../../../lib/schema-fault.ts';
import { AccountReference, Brand, IdempotencyKey, OPAQUE } from '../fields.ts';
import { Pagination } from '../paging.ts';
import { BUY_STATUSES, PACKAGES_MAX } from '../records/buy-record.ts';
import { PushNotificationConfig, ReportingWebhook } from '../told/webhooks.ts';

/** The arguments of the tools for buys. `refused-fields.ts` says what becomes of fields that are not here. */

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
