import { plainText, unannouncedGzip } from './body.ts';
import { CONSENT_REPAIRS } from './consent.ts';
import { CONVERSATION_REPAIRS } from './conversation.ts';
import { ids } from './ids.ts';
import { IMP_REPAIRS } from './imps.ts';
import { NATIVE_REPAIRS } from './native-request.ts';
import type { BodyRepair, RequestRepair } from './repair.ts';
import { TMAX_REPAIRS } from './tmax.ts';
import { floors, VALUE_REPAIRS } from './values.ts';

/** Every repair of `POST /openrtb2/auction`, in the order in which they are made. */

export const BODY_REPAIRS: readonly BodyRepair[] = [plainText, unannouncedGzip];

export const REQUEST_REPAIRS: readonly RequestRepair[] = [
  // First, so that what is left out costs no more work; paths count the impressions that are left.
  ...IMP_REPAIRS,
  ids,
  ...NATIVE_REPAIRS,
  floors,
  ...TMAX_REPAIRS,
  ...VALUE_REPAIRS,
  ...CONSENT_REPAIRS,
  ...CONVERSATION_REPAIRS,
];

/** What metrics are labelled with. */
export const REPAIR_NAMES: readonly string[] = [...BODY_REPAIRS, ...REQUEST_REPAIRS].map(
  ({ name }) => name,
);
