import type { BidExtension } from '../../core/auction/partner.ts';
import type { BidRequest } from '../../core/openrtb/bid-request.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { AdChoice } from './choose-ads.ts';

/** What `regs.ext.dsa` asks for. */
type DsaAsked = { readonly wantsParameters: boolean };

/** `datatopub`: the publisher wants no transparency data. */
const NO_PARAMETERS = 0;

/** undefined: the request asks for no DSA information (`dsarequired` 0, or none). */
export function dsaAskedBy({ regs }: BidRequest): DsaAsked | undefined {
  const ext: unknown = regs?.ext;
  if (!isObject(ext) || !isObject(ext.dsa)) return undefined;
  const { dsarequired, datatopub } = ext.dsa;
  const isAsked = typeof dsarequired === 'number' && dsarequired > 0;
  return isAsked ? { wantsParameters: datatopub !== NO_PARAMETERS } : undefined;
}

/** The publisher draws native ads, and with them who pays. */
const DRAWN_BY_PUBLISHER = 0;
/** The IAB's user parameters: what is known of the person; what is known of the conversation and the place of the ad. */
const PROFILING = 1;
const BASIC_ADVERTISING = 2;

/** `bid.ext` of a campaign: whose ad it is, where the request asks for that, and what AI had to do with it. */
export function disclosed(
  { ad, creative }: Pick<AdChoice, 'ad' | 'creative'>,
  asked: DsaAsked | undefined,
  exchangeDomain: string,
): BidExtension | undefined {
  const { ai } = creative;
  if (ai === undefined && asked === undefined) return undefined;
  return {
    ...(ai === undefined ? {} : { parley: { ai } }),
    ...(asked === undefined ? {} : { dsa: dsaOf(ad, asked, exchangeDomain) }),
  };
}

function dsaOf(
  { advertiser, usesProfile }: AdChoice['ad'],
  { wantsParameters }: DsaAsked,
  domain: string,
) {
  const dsaparams = usesProfile ? [PROFILING, BASIC_ADVERTISING] : [BASIC_ADVERTISING];
  return {
    behalf: advertiser,
    paid: advertiser,
    adrender: DRAWN_BY_PUBLISHER,
    ...(wantsParameters ? { transparency: [{ domain, dsaparams }] } : {}),
  };
}

export function publicHostOf(publicUrl: string): string {
  return URL.parse(publicUrl)?.hostname ?? '';
}
