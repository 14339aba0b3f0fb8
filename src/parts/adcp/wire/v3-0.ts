import { listedFormat } from '../creatives/formats.ts';
import { buyWriter } from './buys.ts';
import { capabilitiesOf3_0 } from './capabilities.ts';
import { productOf3_0 } from './product.ts';
import { V3_1 } from './v3-1.ts';
import { V3_2 } from './v3-2.ts';
import type { Writer } from './writer.ts';
import { earlierCreative, earlierStatus } from './written-creative.ts';

/** Without a version in answers, and with the state of a buy where later versions have that of the task. */
export const V3_0: Writer = {
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
