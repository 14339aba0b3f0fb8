/** Prices, budgets and reports are in this currency, whatever the account. */
export const ACCOUNT_CURRENCY = 'USD';

/** Days of budgets and reports begin at midnight of this time zone, whatever the account. */
export const ACCOUNT_TIMEZONE = 'UTC';

/** What a buyer reads while its account waits. */
export const SETUP = {
  message: 'An operator of this exchange approves the account before its first buy.',
} as const;
