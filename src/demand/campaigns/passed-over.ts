/** Campaigns that are passed over for one request; behind them, nobody is looked for. */
export const PASSED_OVER_MAX = 5000;

/** Of those, the dearest ones that the explanation of an auction and the delivery of campaigns get to know. */
export const HELD_LISTED_MAX = 25;
