import type { EnabledClasses } from '../sensitive/matcher.ts';

/** For every publisher, unless its config says otherwise. */
export const SENSITIVE_DEFAULT: EnabledClasses = { crisis: true };

/** What a publisher's own config asks of every auction on its inventory, ready to be applied. */
export type PublisherRules = {
  readonly floorMicros: number;
  readonly blockedCategories: readonly string[];
  readonly blockedDomains: readonly string[];
  /** The first turn of a conversation that may carry an ad, and from there every how many. */
  readonly firstAdTurn: number;
  readonly turnGap: number;
  readonly isQuietOnNegativeSentiment: boolean;
  readonly isQuietOnSupportRequests: boolean;
  /** The classes of sensitive conversations that get no ad (ruling 57). */
  readonly sensitive: EnabledClasses;
};

export const NO_RULES: PublisherRules = {
  floorMicros: 0,
  blockedCategories: [],
  blockedDomains: [],
  firstAdTurn: 1,
  turnGap: 1,
  isQuietOnNegativeSentiment: false,
  isQuietOnSupportRequests: false,
  sensitive: SENSITIVE_DEFAULT,
};

/** USD per unit of a currency. */
export type Rates = ReadonlyMap<string, number>;

/** The amount in USD micros; undefined where no rate is configured. */
export function toUsdMicros(micros: number, currency: string, rates: Rates): number | undefined {
  if (currency === 'USD') return micros;
  const rate = rates.get(currency);
  return rate === undefined ? undefined : Math.round(micros * rate);
}
