/** What a US Privacy string (`us_privacy`, or section 6 of GPP) says. */
export type UsPrivacy = {
  /** False for `1---`: the sender says that the law does not apply to this user. */
  readonly isApplicable: boolean;
  readonly saleOptOut: boolean;
};

/** Either case, and a dash anywhere: that is what is sent in practice. */
const US_PRIVACY = /^1[YNyn-]{3}$/;
const NOT_APPLICABLE = '1---';

/** Reads version, notice, opt-out of sale and LSPA cover; undefined if it is no such string. */
export function readUsPrivacy(text: string): UsPrivacy | undefined {
  if (!US_PRIVACY.test(text)) return undefined;
  const optOut = text.charAt(2);
  return { isApplicable: text !== NOT_APPLICABLE, saleOptOut: optOut === 'Y' || optOut === 'y' };
}
