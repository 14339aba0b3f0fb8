import { givenFields } from '../../../lib/given-fields.ts';
import { toMicros } from '../../../lib/money.ts';
import type { JsonObject } from '../../../lib/schema-fault.ts';
import { ACCOUNT_CURRENCY, ACCOUNT_TIMEZONE } from '../accounts/account-terms.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import type { BuyDefinition, BuyPackage } from '../records/buy-record.ts';
import { acceptReporting, acceptWebhook } from '../told/webhooks.ts';
import type { AdcpVersion } from '../versions.ts';
import type { CreateBuyArgs, UpdateBuyArgs } from './buy-schemas.ts';
import { pacingFault } from './package-terms.ts';
import { totalUsd } from './status.ts';

/** Terms that a buy has beside those of its packages. */

type CommonArgs = Pick<
  CreateBuyArgs & UpdateBuyArgs,
  | 'total_budget'
  | 'budget_allocation'
  | 'budget_cap_timezone'
  | 'pacing'
  | 'push_notification_config'
  | 'reporting_webhook'
>;

/** Those that cannot be held, whatever the packages are. */
export function commonFault(args: CommonArgs): AdcpError | undefined {
  const { total_budget, budget_allocation, budget_cap_timezone, pacing } = args;
  if (total_budget != null && total_budget.currency !== ACCOUNT_CURRENCY) {
    const field = 'total_budget.currency';
    const message = `${field}: expected ${ACCOUNT_CURRENCY}: all prices are in it`;
    return fail.invalid(message, { field, suggestion: `Send ${ACCOUNT_CURRENCY}.` });
  }
  const mode = budget_allocation?.mode ?? 'fixed';
  if (mode !== 'fixed') {
    const field = 'budget_allocation.mode';
    const message = `${field}: expected "fixed": nothing moves money between packages`;
    return fail.unsupported(message, { field, suggestion: 'Send a budget in each package.' });
  }
  if (budget_cap_timezone != null && budget_cap_timezone !== ACCOUNT_TIMEZONE) {
    const field = 'budget_cap_timezone';
    const message = `${field}: expected ${ACCOUNT_TIMEZONE}: the days of all caps are those of UTC`;
    return fail.unsupported(message, { field, suggestion: 'Leave it out.' });
  }
  return pacingFault(pacing, 'pacing');
}

/** Packages are paced as their buy is, or each by itself. */
export function mixedPacingFault({ pacing, packages = [] }: CreateBuyArgs): AdcpError | undefined {
  const index = packages.findIndex((one) => one.pacing != null && one.pacing !== pacing);
  if (pacing == null || index === -1) return undefined;
  const field = `packages[${index}].pacing`;
  const message = `${field}: expected "${pacing}", as the buy is paced: money is not paced for several packages at once`;
  return fail.unsupported(message, { field, suggestion: 'Send pacing in packages alone.' });
}

/** The sum that a buyer states has to be that of the packages. */
export function totalFault(
  { total_budget: total }: CommonArgs,
  packages: readonly BuyPackage[],
): AdcpError | undefined {
  if (total == null || toMicros(total.amount) === toMicros(totalUsd(packages))) return undefined;
  const field = 'total_budget.amount';
  const sum = totalUsd(packages);
  const message = `${field}: expected ${sum}, the sum of the budgets of the packages, but got ${total.amount}`;
  return fail.invalid(message, { field, suggestion: 'Leave it out, or send the sum.' });
}

/** Where the buyer is told of the buy, as far as the call says so. */
export function webhooksOf(
  { push_notification_config: notify, reporting_webhook: reporting }: CommonArgs,
  task: 'create_media_buy' | 'update_media_buy',
  terms: { readonly version: AdcpVersion },
): Pick<BuyDefinition, 'notify' | 'reporting'> | AdcpError {
  const told = acceptWebhook(notify, { version: terms.version, task });
  if (isAdcpError(told)) return told;
  const reported = acceptReporting(reporting, terms);
  if (isAdcpError(reported)) return reported;
  return { ...(told && { notify: told }), ...(reported && { reporting: reported }) };
}

const ECHOED = [
  'name',
  'po_number',
  'agency_estimate_number',
  'advertiser_industry',
  'context',
  'ext',
] as const;

/** Kept with a buy, and sent back as it came. */
export function echoedOf(args: Partial<CreateBuyArgs>): JsonObject {
  return givenFields(args, ECHOED);
}
