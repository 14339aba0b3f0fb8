import type { PartnerBid } from '../../core/auction/partner.ts';
import { type ValidRequest, validate } from '../../core/openrtb/validate.ts';
import { aboutRequest } from '../../demand/about-request.ts';
import { profileOf } from '../../language/lexicon/fit.ts';
import type { SampledBid, SampledBidder } from '../../ledger/samples/sampled-auction.ts';
import { parseJson } from '../../lib/json.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isObject } from '../../lib/schema-fault.ts';

/** A sample as it is replayed. */
export type SampledAuction = {
  readonly request: ValidRequest;
  readonly bids: readonly SampledBidder[];
  /** Partners that could not be asked for want of consent. */
  readonly notAsked: readonly string[];
};

/** undefined: the text was cut, or an older Parley wrote what this one refuses. */
export function readSample(text: string): SampledAuction | undefined {
  const parsed = parseJson(text);
  if (parsed.kind !== 'json' || !isObject(parsed.value)) return undefined;
  const { request: wire, bids, notAsked } = parsed.value;
  const request = validate(wire);
  if (request instanceof Refusal || !Array.isArray(bids) || !Array.isArray(notAsked)) {
    return undefined;
  }
  // Written by `sampleText`.
  const bidders = (bids as SampledBid[]).map((bid) => bidderOf(bid, request));
  return { request, bids: bidders, notAsked: notAsked as string[] };
}

/** Nor what its ad is about. */
const NO_PROFILE = profileOf(undefined);

/** Its ad was judged at the time, and is not kept. */
const NO_AD: PartnerBid['creative'] = { kind: 'markup', adm: '' };

function bidderOf(
  { partner, usdMicros, dsa, code: _, fit: score, ...rest }: SampledBid,
  request: ValidRequest,
): SampledBidder {
  const conversation = score === undefined ? undefined : aboutRequest(request);
  const fit =
    conversation === undefined || score === undefined
      ? undefined
      : { score, profile: NO_PROFILE, conversation };
  const bid = { ...rest, fit, id: '', priceMicros: usdMicros, currency: 'USD', creative: NO_AD };
  return { partner, bid: withoutUndefined(dsa ? { ...bid, ext: { dsa: {} } } : bid) };
}

/** JSON has no undefined; the type of a value that was read says so. */
function withoutUndefined(bid: { [Name in keyof PartnerBid]: PartnerBid[Name] | undefined }) {
  return bid as PartnerBid;
}
