import type { BidRequest } from './bid-request.ts';
import { readGppSections } from './gpp-sections.ts';

type Regs = NonNullable<BidRequest['regs']>;

/**
 * The regulations as partners are told of them. Of a signal in two places the one that restricts is passed on
 * (ruling 61), at the top, which wins over `ext`; and GPP sections are a list of numbers however they came.
 */
export function passedOnRegs(regs: Regs): Regs {
  const { gdpr, us_privacy, gpp_sid, ext } = regs;
  const sections = readGppSections(gpp_sid, ext?.gpp_sid).filter((id) => id !== 'unreadable');
  const stricter = {
    ...(ext?.gdpr === 1 && gdpr !== 1 ? { gdpr: ext.gdpr } : {}),
    ...(optsOut(ext?.us_privacy) && !optsOut(us_privacy) ? { us_privacy: ext.us_privacy } : {}),
    ...(sections.length === 0 ? {} : { gpp_sid: sections }),
  };
  return Object.keys(stricter).length === 0 ? regs : { ...regs, ...stricter };
}

/** The third character of a US Privacy string is the choice about sale. */
function optsOut(usPrivacy: string | undefined): usPrivacy is string {
  return usPrivacy?.charAt(2).toUpperCase() === 'Y';
}
