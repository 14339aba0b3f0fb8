import { V3_2 } from './v3-2.ts';
import type { Writer } from './writer.ts';

/** Without a version in answers, and with the state of a buy where later versions have that of the task. */
export const V3_0: Writer = {
  ...V3_2,
  completed: (body) => ({ status: 'completed', ...body }),
  failed: (errors) => ({ adcp_error: errors[0], errors }),
};
