import { buyWriter } from './buys.ts';
import { capabilitiesOf3_1 } from './capabilities.ts';
import { productOf3_1 } from './product.ts';
import { V3_2 } from './v3-2.ts';
import type { Writer } from './writer.ts';

export const V3_1: Writer = {
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
