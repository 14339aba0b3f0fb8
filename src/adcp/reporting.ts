/** All prices, budgets and reports of this seller are in it. */
export const CURRENCY = 'USD';

/** Days of budgets and reports begin at its midnight. */
export const REPORT_ZONE = 'UTC';

/** What the ledger has of every package. */
export const AVAILABLE_METRICS = [
  'impressions',
  'spend',
  'clicks',
  'ctr',
  'conversions',
  'conversion_value',
  'roas',
  'cost_per_acquisition',
  'cost_per_click',
] as const;

/** The same for all products: notices are in the ledger within seconds, and reports read it when they are asked. */
export const REPORTING_CAPABILITIES = {
  available_reporting_frequencies: ['daily'],
  expected_delay_minutes: 1,
  timezone: REPORT_ZONE,
  supports_webhooks: true,
  available_metrics: AVAILABLE_METRICS,
  date_range_support: 'date_range',
} as const;
