import type { BidRequest } from './bid-request.ts';

/** The privacy signals of a request, wherever they stand. Ruling 22: OpenRTB 2.6's place wins. */
export type PrivacySignals = {
  readonly gdpr: 0 | 1 | undefined;
  readonly consent: string | undefined;
};

export function privacySignals({ regs, user }: BidRequest): PrivacySignals {
  return {
    gdpr: regs?.gdpr ?? regs?.ext?.gdpr,
    consent: user?.consent ?? user?.ext?.consent,
  };
}
