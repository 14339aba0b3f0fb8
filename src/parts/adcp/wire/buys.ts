import type { BuyerAccount } from '../accounts.ts';
import {
  type BuyDefinition,
  type BuyPackage,
  type BuyStatus,
  type Cancellation,
  FINAL_STATUSES,
  flightOf,
  isoOf,
  type MediaBuy,
  totalUsd,
} from '../buy.ts';
import { CURRENCY, TIMEZONE } from '../fields.ts';
import type { AdcpVersion } from '../versions.ts';

/** A buy as an answer has it, in whatever version it is written. */
export type BuyView = {
  readonly buy: MediaBuy;
  readonly account: BuyerAccount;
  readonly status: BuyStatus;
};

/** Buys as a version has them: 3.0 calls the state of a buy `status`, and a bid is `bidding` since 3.2. */
export function buyWriter(version: AdcpVersion) {
  const written = ({ buy, status }: BuyView) => {
    const { packages, echoed, isPaused } = buy.definition;
    const actions = validActions(status, isPaused);
    return {
      media_buy_id: buy.id,
      ...(typeof echoed.name === 'string' && { name: echoed.name }),
      revision: buy.revision,
      currency: CURRENCY,
      total_budget: totalUsd(packages),
      ...(packages.some(({ dailyCapUsd }) => dailyCapUsd !== undefined) && {
        budget_cap_timezone: TIMEZONE,
      }),
      valid_actions: actions,
      ...(version !== '3.0' && {
        available_actions: actions.map((action) => ({ action, mode: 'self_serve' })),
      }),
    };
  };
  return {
    /** What every answer has of a buy, but for its state. */
    buy: written,
    /** As it is in an answer that is about this buy. */
    statedBuy: (view: BuyView) => ({
      ...written(view),
      [version === '3.0' ? 'status' : 'media_buy_status']: view.status,
      ...(view.account.definition.isSandbox && { sandbox: true }),
    }),
    package: (buy: BuyDefinition, line: BuyPackage) => ({
      ...line.echoed,
      package_id: line.id,
      product_id: line.productId,
      pricing_option_id: line.pricingOptionId,
      budget: line.budgetUsd,
      ...(line.dailyCapUsd !== undefined && { daily_budget_cap: line.dailyCapUsd }),
      pacing: line.pacing,
      ...(version === '3.2'
        ? { bidding: { [line.bidAs ?? 'bid_amount']: line.bidUsd } }
        : { bid_price: line.bidUsd }),
      ...flightTimes(buy, line),
      paused: line.isPaused,
      canceled: line.canceled !== undefined,
      ...cancellationOf(line.canceled),
      ...(line.targeting !== undefined && { targeting_overlay: line.targeting }),
      ...(line.assignments.length > 0 && {
        creative_assignments: line.assignments.map(({ creativeId, weight }) => ({
          creative_id: creativeId,
          ...(weight !== undefined && { weight }),
        })),
      }),
    }),
  };
}

export function flightTimes(
  buy: BuyDefinition,
  line: Pick<BuyPackage, 'startMs' | 'endMs'> = buy,
): object {
  const { startMs, endMs } = flightOf(buy, line);
  return { start_time: isoOf(startMs), end_time: isoOf(endMs) };
}

export function cancellationOf(canceled: Cancellation | undefined): object {
  if (canceled === undefined) return {};
  const { atMs, reason } = canceled;
  const why = reason === '' ? {} : { reason };
  return { cancellation: { canceled_at: isoOf(atMs), canceled_by: 'buyer', ...why } };
}

/** What a buyer can do with a buy in this state, in words that all versions know. */
function validActions(status: BuyStatus, isPaused: boolean): readonly string[] {
  if (FINAL_STATUSES.includes(status)) return [];
  const toggle = isPaused || status === 'paused' ? 'resume' : 'pause';
  return [toggle, 'cancel', ...CHANGES];
}

const CHANGES = [
  'update_budget',
  'update_dates',
  'update_packages',
  'add_packages',
  'sync_creatives',
];
