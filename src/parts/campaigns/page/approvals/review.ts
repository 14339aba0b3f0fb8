import { callsOf } from '../../../../ui/calls.ts';
import type { Approval } from '../../approvals.ts';
import type { CAMPAIGN_OPS } from '../../operations.ts';

const { call } = callsOf<typeof CAMPAIGN_OPS>();

export type Reviewed = Pick<Approval, 'partner' | 'campaign' | 'revision'> & {
  readonly creative: { readonly id: string };
};

/** What was looked at is what is decided. */
export const review = (
  { partner, campaign, creative, revision }: Reviewed,
  state: 'approved' | 'rejected' | 'waiting',
  reason = '',
) =>
  call('POST /api/creatives/{partner}/{campaign}/{creative}/review', {
    ...{ partner, campaign, creative: creative.id, revision },
    body: { state, reason },
  });
