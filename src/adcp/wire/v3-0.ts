import { V3_1 } from './v3-1.ts';
import { V3_2 } from './v3-2.ts';
import type { Writer } from './writer.ts';

/** Without a version in answers, and with the state of a buy where later versions have that of the task. */
export const V3_0: Writer = {
  ...V3_2,
  completed: (body) => body,
  failed: (errors) => ({ adcp_error: errors[0], errors }),
  account: V3_1.account,
  failedAccount: V3_1.failedAccount,
};
