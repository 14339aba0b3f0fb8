import { SAMPLE_SEAT, sampleBid } from '../demand/sample-bid.ts';
import type { BidResponse, Warning } from '../openrtb/bid-response.ts';
import { integrationLevel } from '../openrtb/integration-level.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { AuctionResult } from './auction.ts';
import { noBidReason } from './no-bid-reason.ts';

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
