import { ACCOUNT_TIMEZONE } from '../accounts/account-terms.ts';
import { REPORT_DELAY_MINUTES } from '../told/webhooks.ts';
import { DELIVERY_METRICS } from './delivery-sums.ts';

/** The same for all products. */
export const REPORTING_CAPABILITIES = {
  available_reporting_frequencies: ['daily', 'monthly'],
  expected_delay_minutes: REPORT_DELAY_MINUTES,
  timezone: ACCOUNT_TIMEZONE,
  supports_webhooks: true,
  available_metrics: DELIVERY_METRICS,
  date_range_support: 'date_range',
} as const;
