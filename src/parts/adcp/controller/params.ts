import Type, { type Static, type TSchema } from 'typebox';
import { findFault } from '../../../lib/schema-fault.ts';
import { CREATIVE_STATUSES } from '../creatives/creative-statuses.ts';
import { BUYER_ACCOUNT_STATES } from '../records/account-record.ts';
import { BUY_STATUSES } from '../records/buy-record.ts';
import type { ToolAnswer } from '../tool.ts';
import { refuse } from './answer.ts';

const ID_LENGTH_MAX = 255;
const TEXT_LENGTH_MAX = 2000;
const COUNT_MAX = 1e12;
const FIXTURE_LIST_MAX = 100;

const Id = Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX });
const Text = Type.String({ maxLength: TEXT_LENGTH_MAX });
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: COUNT_MAX }));
const Usd = Type.Number({ minimum: 0, maximum: COUNT_MAX });
const FormatId = Type.Object({ id: Id, agent_url: Type.Optional(Text) });

const OPTION_KEYS = {
  pricing_model: Type.Enum(['cpm', 'cpc']),
  currency: Type.Optional(Type.Enum(['USD'])),
  fixed_price: Type.Optional(Usd),
  floor_price: Type.Optional(Usd),
};

const AccountStatus = Type.Enum(BUYER_ACCOUNT_STATES.filter((one) => one !== 'deleted'));
const AnyFixture = Type.Optional(Type.Object({}));

/** What each scenario takes. Fixtures name only what a storyboard needs; the rest of a record is made up. */
export const PARAMS = {
  list_scenarios: Type.Object({}),
  seed_account: Type.Object({
    account_id: Id,
    fixture: Type.Optional(
      Type.Object({
        name: Type.Optional(Text),
        status: Type.Optional(AccountStatus),
        brand: Type.Optional(Type.Object({ domain: Id, brand_id: Type.Optional(Id) })),
        operator: Type.Optional(Id),
      }),
    ),
  }),
  seed_product: Type.Object({
    product_id: Id,
    fixture: Type.Optional(
      Type.Object({
        name: Type.Optional(Text),
        description: Type.Optional(Text),
        delivery_type: Type.Optional(Type.Enum(['guaranteed', 'non_guaranteed'])),
        channels: Type.Optional(Type.Array(Id, { maxItems: FIXTURE_LIST_MAX })),
        format_ids: Type.Optional(Type.Array(FormatId, { maxItems: FIXTURE_LIST_MAX })),
        pricing_options: Type.Optional(
          Type.Array(Type.Object({ ...OPTION_KEYS, pricing_option_id: Id }), {
            maxItems: FIXTURE_LIST_MAX,
          }),
        ),
      }),
    ),
  }),
  seed_pricing_option: Type.Object({
    product_id: Id,
    pricing_option_id: Id,
    fixture: Type.Object(OPTION_KEYS),
  }),
  seed_creative: Type.Object({
    creative_id: Id,
    fixture: Type.Optional(
      Type.Object({
        name: Type.Optional(Text),
        status: Type.Optional(Type.Enum([...CREATIVE_STATUSES])),
        format_id: Type.Optional(FormatId),
        assets: AnyFixture,
      }),
    ),
  }),
  seed_creative_format: Type.Object({ format_id: Id, fixture: AnyFixture }),
  seed_media_buy: Type.Object({
    media_buy_id: Id,
    fixture: Type.Optional(Type.Object({ status: Type.Optional(Type.Enum([...BUY_STATUSES])) })),
  }),
  force_account_status: Type.Object({
    account_id: Id,
    status: AccountStatus,
  }),
  force_creative_status: Type.Object({
    creative_id: Id,
    status: Type.Enum([...CREATIVE_STATUSES]),
    rejection_reason: Type.Optional(Text),
  }),
  force_media_buy_status: Type.Object({
    media_buy_id: Id,
    status: Type.Enum([...BUY_STATUSES]),
    rejection_reason: Type.Optional(Text),
  }),
  force_create_media_buy_arm: Type.Object({
    arm: Type.Enum(['submitted']),
    task_id: Type.String({ minLength: 1, maxLength: 128 }),
    message: Type.Optional(Text),
  }),
  simulate_delivery: Type.Object({
    media_buy_id: Id,
    impressions: Count,
    clicks: Count,
    conversions: Count,
    reported_spend: Type.Optional(Type.Object({ amount: Usd, currency: Type.Enum(['USD']) })),
  }),
  simulate_budget_spend: Type.Object({
    media_buy_id: Id,
    spend_percentage: Type.Number({ minimum: 0, maximum: 100 }),
  }),
} as const satisfies Readonly<Record<string, TSchema>>;

export type Scenario = keyof typeof PARAMS;

export type ParamsOf<Name extends Scenario> = Static<(typeof PARAMS)[Name]>;

/** Why the parameters are not those of the scenario. */
export function paramsFault(scenario: Scenario, params: unknown): ToolAnswer | undefined {
  const fault = findFault(PARAMS[scenario], params);
  if (fault === undefined) return undefined;
  return refuse('INVALID_PARAMS', `params.${fault.path}: ${fault.reason}`);
}
