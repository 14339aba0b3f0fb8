import { sampleAd } from '../demand/sample-ad.ts';
import type { Bid, BidResponse, Warning } from '../openrtb/bid-response.ts';
import { meetsFormat } from '../openrtb/formats.ts';
import { integrationLevel } from '../openrtb/integration-level.ts';
import { markup } from '../openrtb/native-response.ts';
import type { ValidImp, ValidRequest } from '../openrtb/validate.ts';
import type { AuctionResult } from './auction.ts';
import { noBidReason } from './no-bid-reason.ts';
import { acceptedFormatsOf } from './open-imps.ts';

const SAMPLE_SEAT = 'parley-sample';
const SAMPLE_CPM = 1;

/** The answer in test mode: samples where nobody won, and a report for the integrator (ruling 33). */
export function withTestReport(
  response: BidResponse,
  { wire, imps }: ValidRequest,
  {
    warnings,
    result,
    newId,
  }: {
    readonly warnings: readonly Warning[];
    readonly result: AuctionResult;
    readonly newId: () => string;
  },
): BidResponse {
  const won = new Set(result.wins.map(({ candidate }) => candidate.bid.impid));
  const unsold = imps.filter(({ imp }) => !won.has(imp.id));
  const samples = unsold.map((imp) => sampleBid(imp, newId));
  const nonbid = unsold.map(({ imp }) => ({ impid: imp.id, reason: noBidReason(imp.id, result) }));
  return {
    ...response,
    seatbid:
      samples.length === 0
        ? response.seatbid
        : [...response.seatbid, { seat: SAMPLE_SEAT, bid: samples }],
    ext: {
      service: {
        test: { valid: true, warnings, integrationLevel: integrationLevel(wire), nonbid },
      },
    },
  };
}

/** Fits whatever was asked for; where it meets a declared format, it says so like any bid. */
function sampleBid(valid: ValidImp, newId: () => string): Bid {
  const { imp, native, isWrapped } = valid;
  const ad = sampleAd(native);
  const format = acceptedFormatsOf(valid)?.find((accepted) => meetsFormat(ad, native, accepted));
  return {
    id: newId(),
    impid: imp.id,
    price: Math.max(imp.bidfloor ?? 0, SAMPLE_CPM),
    adm: markup(ad, isWrapped),
    adomain: ['example.com'],
    mtype: 4,
    crid: 'sample',
    ...(format === undefined
      ? {}
      : { ext: { service: { format: { agent_url: format.agent_url, id: format.id } } } }),
  };
}
