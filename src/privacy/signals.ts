import { type PrivacySignals, privacySignals } from '../openrtb/privacy-signals.ts';
import type { ValidRequest } from '../openrtb/validate.ts';

/** All that the rules decide by. */
export type Signals = PrivacySignals & { readonly country: string | undefined };

export function readSignals({ wire, country }: ValidRequest): Signals {
  return { ...privacySignals(wire), country };
}
