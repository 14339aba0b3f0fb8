import { ACCOUNT_TIMEZONE, SETUP } from '../accounts/account-terms.ts';
import { canonicalOf, listedFormat } from '../creatives/formats.ts';
import { buyWriter } from './buys.ts';
import { capabilitiesOf3_2 } from './capabilities.ts';
import { productOf3_2 } from './product.ts';
import type { Writer } from './writer.ts';
import { writtenCreative } from './written-creative.ts';

export const V3_2: Writer = {
  ...buyWriter('3.2'),
  capabilities: capabilitiesOf3_2,
  product: productOf3_2,
  completed: (body) => ({ adcp_version: '3.2', status: 'completed', ...body }),
  failed: (errors) => ({
    adcp_version: '3.2',
    status: 'failed',
    adcp_error: errors[0],
    errors,
  }),
  account: ({ id, state, definition }) => ({
    account_id: id,
    name: definition.name,
    status: state,
    brand: definition.brand,
    operator: definition.operator,
    billing: definition.billing,
    ...(definition.paymentTerms && { payment_terms: definition.paymentTerms }),
    account_scope: 'operator_brand',
    timezone: ACCOUNT_TIMEZONE,
    ...(state === 'pending_approval' && { setup: SETUP }),
    ...(definition.isSandbox && { sandbox: true }),
  }),
  creativeStatus: (status) => status,
  creative: writtenCreative,
  format: (format) => ({ ...listedFormat(format), canonical: canonicalOf(format) }),
  failedAccount: (row) => row,
};
