import { shortened } from '../../lib/shortened.ts';

/** A campaign as the ledger knows it: its name, its flight and its budget. */
export type Account = {
  readonly partner: string;
  readonly campaign: string;
  readonly advertiser: string;
  /** Of the advertiser, as the campaign names it. */
  readonly domain: string;
  /** The flight: from `startMs` to before `endMs`. Infinite where the campaign sets no bound. */
  readonly startMs: number;
  readonly endMs: number;
  /** The time zone of its days. */
  readonly zone: string;
  /** The hours of a day in which it may be shown, one bit for each. */
  readonly openHours: number;
  /** The price of one impression without adjustments, in whole micros of a USD. */
  readonly unitMicros: number;
  /** The price of one impression with every adjustment that raises it. */
  readonly unitMicrosMax: number;
  /** undefined: the campaign may spend without a limit. */
  readonly budget: CampaignBudget | undefined;
  /**
   * How much more publishers may be owed for it than it was charged, in micros of a USD. undefined: it is charged for
   * the impressions that publishers are owed for.
   */
  readonly riskMicros: number | undefined;
};

type AccountLimits = Pick<Account, 'budget' | 'riskMicros'>;

export type Pacing = 'even' | 'asap';

export type CampaignBudget = {
  readonly pacing: Pacing;
  /** In micros of a USD. */
  readonly money: Limit;
  readonly impressions: Limit;
};

/** undefined: not limited. */
export type Limit = { readonly total: number | undefined; readonly daily: number | undefined };

/** The two resources that a budget can limit: money in micros of a USD, and impressions. */
export const RESOURCES = ['micros', 'impressions'] as const;

export type BudgetResource = (typeof RESOURCES)[number];

export type Amount = Readonly<Record<BudgetResource, number>>;

export const NOTHING: Amount = { micros: 0, impressions: 0 };

/** Builds an amount, one resource at a time and the money first. */
export function amountOf(of: (resource: BudgetResource) => number): Amount {
  const micros = of('micros');
  return { micros, impressions: of('impressions') };
}

/** Of a campaign in the ledger, with the shortened id as in notices. A partner's name has no slash: keys are unique. */
export function keyOf({ partner, campaign }: Pick<Account, 'partner' | 'campaign'>): string {
  return `${partner}/${shortened(campaign)}`;
}

/** A campaign by its key in the ledger; undefined where this machine does not know it. */
export type AccountOf = (key: string) => Account | undefined;

export const NO_ACCOUNTS: AccountOf = () => undefined;

const NO_LIMIT: Limit = { total: undefined, daily: undefined };

export function limitOf({ budget }: Pick<Account, 'budget'>, resource: BudgetResource): Limit {
  return (resource === 'micros' ? budget?.money : budget?.impressions) ?? NO_LIMIT;
}

export function isLimited(account: AccountLimits, resource: BudgetResource): boolean {
  const { total, daily } = limitOf(account, resource);
  const isAtRisk = resource === 'micros' && account.riskMicros !== undefined;
  return total !== undefined || daily !== undefined || isAtRisk;
}

/** Whether it sells from portions of a budget. A campaign without one can always pay. */
export function isBudgeted({ budget, riskMicros }: AccountLimits): boolean {
  return budget !== undefined || riskMicros !== undefined;
}
