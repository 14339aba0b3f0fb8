import { ACCOUNT_TIMEZONE, SETUP } from '../accounts.ts';
import { canonicalOf, listedFormat } from '../formats.ts';
import type { AdcpVersion } from '../versions.ts';
import { buyWriter } from './buys.ts';
import type { Writer } from './writer.ts';
import {
  capabilitiesOf3_0,
  capabilitiesOf3_1,
  capabilitiesOf3_2,
  earlierCreative,
  earlierStatus,
  productOf3_0,
  productOf3_1,
  productOf3_2,
  writtenCreative,
} from './written.ts';

const V3_2: Writer = {
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

const V3_1: Writer = {
  ...V3_2,
  ...buyWriter('3.1'),
  capabilities: capabilitiesOf3_1,
  product: productOf3_1,
  completed: (body) => ({ ...V3_2.completed(body), adcp_version: '3.1' }),
  failed: (errors) => ({ ...V3_2.failed(errors), adcp_version: '3.1' }),
  // All accounts are in one time zone, and only later versions say so.
  account(account) {
    const { timezone: _, ...written } = V3_2.account(account);
    return written;
  },
  // A row has a state and names its account by fields of its own.
  failedAccount: ({ account, ...row }) => ({ status: 'rejected', ...account, ...row }),
};

/** Without a version in answers, and with the state of a buy where later versions have that of the task. */
const V3_0: Writer = {
  ...V3_2,
  ...buyWriter('3.0'),
  capabilities: capabilitiesOf3_0,
  product: productOf3_0,
  completed: (body) => ({ status: 'completed', ...body }),
  failed: (errors) => ({ adcp_error: errors[0], errors }),
  creativeStatus: earlierStatus,
  creative: earlierCreative,
  format: listedFormat,
  account: V3_1.account,
  failedAccount: V3_1.failedAccount,
};

export const WRITERS: Readonly<Record<AdcpVersion, Writer>> = {
  '3.0': V3_0,
  '3.1': V3_1,
  '3.2': V3_2,
};
