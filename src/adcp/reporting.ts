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

/** Reports to webhooks come so long after the end of their day: those who ask get what the ledger has at the moment. */
const REPORT_DELAY_MINUTES = 15;

/** The same for all products. */
export const REPORTING_CAPABILITIES = {
  available_reporting_frequencies: ['daily', 'monthly'],
  expected_delay_minutes: REPORT_DELAY_MINUTES,
  timezone: REPORT_ZONE,
  supports_webhooks: true,
  available_metrics: AVAILABLE_METRICS,
  date_range_support: 'date_range',
} as const;
