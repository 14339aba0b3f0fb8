import type { SimulatedDelivery } from '../delivery/buy-delivery.ts';
import type { MediaBuy } from '../records/buy-record.ts';
import type { ToolAnswer } from '../tool.ts';
import { refuse, succeed } from './answer.ts';
import type { ParamsOf } from './params.ts';
import type { ScenarioCall } from './scenario-call.ts';

const NO_BUY = refuse('NOT_FOUND', 'expected a media buy of yours, of the sandbox');
const NO_ROOM = refuse('INVALID_STATE', 'expected fewer simulations: restart the sandbox');

/** Adds to what was delivered. */
export async function simulateDelivery(
  { reach, sandbox }: ScenarioCall,
  {
    media_buy_id: id,
    impressions = 0,
    clicks = 0,
    conversions = 0,
    reported_spend: spend = { amount: 0, currency: 'USD' },
  }: ParamsOf<'simulate_delivery'>,
): Promise<ToolAnswer> {
  const buy = await reach.buyOf(id);
  if (buy === undefined) return NO_BUY;
  const before = sandbox.deliveredOf(id);
  const after = sandbox.deliver(id, {
    impressions: before.impressions + impressions,
    clicks: before.clicks + clicks,
    conversions: before.conversions + conversions,
    spendUsd: before.spendUsd + spend.amount,
  });
  if (after === undefined) return NO_ROOM;
  const simulated = { impressions, clicks, conversions, reported_spend: spend };
  return succeed({ simulated, cumulative: written(after) });
}

/** Sets what was spent, as a share of the budget. */
export async function simulateSpend(
  { reach, sandbox }: ScenarioCall,
  { media_buy_id: id, spend_percentage: percent }: ParamsOf<'simulate_budget_spend'>,
): Promise<ToolAnswer> {
  const buy = await reach.buyOf(id);
  if (buy === undefined) return NO_BUY;
  const budgetUsd = budgetOf(buy);
  const spendUsd = (budgetUsd * percent) / 100;
  if (sandbox.deliver(id, { ...sandbox.deliveredOf(id), spendUsd }) === undefined) return NO_ROOM;
  return succeed({ simulated: { spend_percentage: percent, budget: budgetUsd, spend: spendUsd } });
}

/** Of packages that still run. These sums are made up: nobody is billed by them. */
const budgetOf = ({ definition }: MediaBuy): number =>
  definition.packages.reduce(
    (sum, { budgetUsd, canceled }) => (canceled === undefined ? sum + budgetUsd : sum),
    0,
  );

const written = ({ impressions, clicks, conversions, spendUsd }: SimulatedDelivery) => ({
  impressions,
  clicks,
  conversions,
  reported_spend: { amount: spendUsd, currency: 'USD' },
});
