/** The rules of one publisher, from its entry in the config. */
export type PublisherRules = {
  readonly floorMicros: number;
  readonly blockedCategories: readonly string[];
  readonly blockedDomains: readonly string[];
  /** The first message of a conversation that may have an ad, and the distance to the next one that may. */
  readonly firstAdTurn: number;
  readonly turnGap: number;
  readonly isQuietOnNegativeSentiment: boolean;
  readonly isQuietOnSupportRequests: boolean;
};

export const NO_RULES: PublisherRules = {
  floorMicros: 0,
  blockedCategories: [],
  blockedDomains: [],
  firstAdTurn: 1,
  turnGap: 1,
  isQuietOnNegativeSentiment: false,
  isQuietOnSupportRequests: false,
};

/** USD per unit of a currency. */
export type Rates = ReadonlyMap<string, number>;

/** The amount in USD micros; undefined where no rate is configured. */
export function toUsdMicros(micros: number, currency: string, rates: Rates): number | undefined {
  if (currency === 'USD') return micros;
  const rate = rates.get(currency);
  return rate === undefined ? undefined : Math.round(micros * rate);
}
