import { ACCOUNT_CURRENCY, ACCOUNT_TIMEZONE, type BuyerAccount } from '../accounts.ts';
import {
  type BuyDefinition,
  type BuyPackage,
  type BuyStatus,
  type Cancellation,
  flightOf,
  isoOf,
  type MediaBuy,
  type PackageStanding,
  totalUsd,
  validActions,
} from '../buy.ts';
import type { AdcpVersion } from '../versions.ts';

/** A buy as an answer has it, in whatever version it is written. */
type BuyView = {
  readonly buy: MediaBuy;
  readonly account: BuyerAccount;
  readonly status: BuyStatus;
};

export type PackageView = {
  readonly line: BuyPackage;
  readonly approvals: readonly PackageApproval[];
  /** Why it delivers or does not. undefined: it is not known, or there is nothing to say. */
  readonly delivery: PackageStanding | undefined;
};

export type PackageApproval = {
  readonly creativeId: string;
  readonly status: 'pending_review' | 'approved' | 'rejected';
  /** Of one that is rejected, else ''. */
  readonly reason: string;
};

/** One change of a buy. */
export type BuyHistoryEntry = {
  readonly revision: number;
  readonly atMs: number;
  readonly actor: string;
  readonly action: string;
  readonly summary: string;
};

export type ListedBuyView = BuyView & {
  readonly packages: readonly PackageView[];
  /** undefined: it was not asked for. */
  readonly history: readonly BuyHistoryEntry[] | undefined;
  readonly isSnapshotAsked: boolean;
};

export type BuyWriter = {
  readonly createdBuy: (view: BuyView) => object;
  /** `changed` are the ids of the packages that the answer shows. */
  readonly changedBuy: (view: BuyView, changed: ReadonlySet<string>) => object;
  readonly listedBuy: (view: ListedBuyView) => object;
};

/** Buys as a version has them: 3.0 calls the state of a buy `status`, and a bid is `bidding` since 3.2. */
export function buyWriter(version: AdcpVersion): BuyWriter {
  const packageOf = (definition: BuyDefinition, line: BuyPackage) =>
    writtenPackage(definition, line, version);
  const common = (view: BuyView) => ({
    media_buy_id: view.buy.id,
    ...nameOf(view.buy.definition),
    revision: view.buy.revision,
    ...moneyOf(view.buy.definition),
    ...actionsOf(view, version),
  });
  /** Of an answer that is about one buy. */
  const stated = (view: BuyView) => ({
    ...common(view),
    [version === '3.0' ? 'status' : 'media_buy_status']: view.status,
    ...(view.account.definition.isSandbox && { sandbox: true }),
  });
  return {
    createdBuy(view) {
      const { definition } = view.buy;
      return {
        ...stated(view),
        confirmed_at: isoOf(definition.confirmedMs),
        packages: definition.packages.map((line) => packageOf(definition, line)),
      };
    },
    changedBuy(view, changed) {
      const { definition, changedMs } = view.buy;
      const affected = definition.packages.filter(({ id }) => changed.has(id));
      return {
        ...stated(view),
        implementation_date: isoOf(changedMs),
        affected_packages: affected.map((line) => packageOf(definition, line)),
      };
    },
    listedBuy(view) {
      const { definition, createdMs, changedMs } = view.buy;
      return {
        ...common(view),
        status: view.status,
        ...(definition.echoed.context !== undefined && { context: definition.echoed.context }),
        ...flightTimes(definition, definition),
        confirmed_at: isoOf(definition.confirmedMs),
        created_at: isoOf(createdMs),
        updated_at: isoOf(changedMs),
        ...cancellationOf(definition.canceled),
        ...(view.status === 'rejected' && { rejection_reason: definition.rejectedFor }),
        ...historyOf(view),
        packages: view.packages.map((one) => ({
          ...packageOf(definition, one.line),
          ...listedParts(one, view),
        })),
      };
    },
  };
}

function moneyOf({ packages }: BuyDefinition) {
  const hasCap = packages.some(({ dailyCapUsd }) => dailyCapUsd !== undefined);
  return {
    currency: ACCOUNT_CURRENCY,
    total_budget: totalUsd(packages),
    ...(hasCap && { budget_cap_timezone: ACCOUNT_TIMEZONE }),
  };
}

function actionsOf({ buy, status }: BuyView, version: AdcpVersion) {
  const actions = validActions(buy, status, version);
  if (version === '3.0') return { valid_actions: actions };
  const available = actions.map((action) => ({ action, mode: 'self_serve' }));
  return { valid_actions: actions, available_actions: available };
}

function nameOf({ echoed }: BuyDefinition) {
  return typeof echoed.name === 'string' ? { name: echoed.name } : {};
}

function writtenPackage(buy: BuyDefinition, line: BuyPackage, version: AdcpVersion) {
  const { targeting } = line;
  return {
    ...line.echoed,
    package_id: line.id,
    product_id: line.productId,
    pricing_option_id: line.pricingOptionId,
    budget: line.budgetUsd,
    ...(line.dailyCapUsd !== undefined && { daily_budget_cap: line.dailyCapUsd }),
    pacing: line.pacing,
    ...bidOf(line, version),
    ...flightTimes(buy, line),
    paused: line.isPaused,
    canceled: line.canceled !== undefined,
    ...cancellationOf(line.canceled),
    ...(targeting !== undefined && { targeting_overlay: targeting }),
    ...(line.assignments.length > 0 && { creative_assignments: assignmentsOf(line) }),
  };
}

function assignmentsOf({ assignments }: BuyPackage) {
  return assignments.map(({ creativeId, weight }) => ({
    creative_id: creativeId,
    ...(weight !== undefined && { weight }),
  }));
}

function bidOf({ bidUsd, bidAs }: BuyPackage, version: AdcpVersion) {
  if (bidAs === 'fixed') return {};
  if (version !== '3.2') return { bid_price: bidUsd };
  return { bidding: bidAs === 'max_bid' ? { max_bid: bidUsd } : { bid_amount: bidUsd } };
}

function flightTimes(buy: BuyDefinition, line: Pick<BuyPackage, 'startMs' | 'endMs'>) {
  const { startMs, endMs } = flightOf(buy, line);
  return { start_time: isoOf(startMs), end_time: isoOf(endMs) };
}

function cancellationOf(canceled: Cancellation | undefined) {
  if (canceled === undefined) return {};
  const { atMs, reason } = canceled;
  const why = reason === '' ? {} : { reason };
  return { cancellation: { canceled_at: isoOf(atMs), canceled_by: 'buyer', ...why } };
}

function historyOf({ history }: ListedBuyView) {
  if (history === undefined) return {};
  return {
    history: history.map(({ atMs, ...entry }) => ({ ...entry, timestamp: isoOf(atMs) })),
  };
}

/** Why a package does not deliver has no field of its own, so it stands among those of this seller. */
function listedParts({ line, approvals, delivery }: PackageView, view: ListedBuyView) {
  const ext = typeof line.echoed.ext === 'object' ? line.echoed.ext : {};
  return {
    ...(approvals.length > 0 && {
      creative_approvals: approvals.map(({ creativeId, status, reason }) => ({
        creative_id: creativeId,
        approval_status: status,
        ...(reason !== '' && { rejection_reason: reason }),
      })),
    }),
    ...(view.isSnapshotAsked && { snapshot_unavailable_reason: 'SNAPSHOT_UNSUPPORTED' }),
    ...(delivery !== undefined && { ext: { ...ext, parley: { delivery } } }),
  };
}
