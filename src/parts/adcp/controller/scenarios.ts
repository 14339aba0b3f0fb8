import type { ToolAnswer } from '../tool.ts';
import { succeed } from './answer.ts';
import { forceAccount, forceArm, forceBuy, forceCreative } from './force.ts';
import { PARAMS, type ParamsOf, type Scenario } from './params.ts';
import type { ScenarioCall } from './scenario-call.ts';
import {
  seedAccount,
  seedBuy,
  seedCreative,
  seedFormat,
  seedPricingOption,
  seedProduct,
} from './seed.ts';
import { simulateDelivery, simulateSpend } from './simulate.ts';

type RunScenario<Name extends Scenario> = (
  call: ScenarioCall,
  params: ParamsOf<Name>,
) => Promise<ToolAnswer>;

/** The protocol lists what changes states. Every controller seeds. */
export const LISTED_SCENARIOS = Object.keys(PARAMS).filter((name) =>
  /^(force|simulate)_/.test(name),
);

export const SCENARIOS: { readonly [Name in Scenario]: RunScenario<Name> } = {
  list_scenarios: async () => succeed({ scenarios: LISTED_SCENARIOS }),
  seed_account: seedAccount,
  seed_product: seedProduct,
  seed_pricing_option: seedPricingOption,
  seed_creative: seedCreative,
  seed_creative_format: seedFormat,
  seed_media_buy: seedBuy,
  force_account_status: forceAccount,
  force_creative_status: forceCreative,
  force_media_buy_status: forceBuy,
  force_create_media_buy_arm: forceArm,
  simulate_delivery: simulateDelivery,
  simulate_budget_spend: simulateSpend,
};
