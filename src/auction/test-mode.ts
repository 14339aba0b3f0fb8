import { sampleAd } from '../demand/sample-ad.ts';
import { toMicros } from '../lib/money.ts';
import type { BidResponse, Warning } from '../openrtb/bid-response.ts';
import { meetsFormat } from '../openrtb/formats.ts';
import { integrationLevel } from '../openrtb/integration-level.ts';
import type { ValidImp, ValidRequest } from '../openrtb/validate.ts';
import type { AuctionResult } from './auction.ts';
import { noBidReason } from './no-bid-reason.ts';
import { acceptedFormatsOf } from './open-imps.ts';
import type { Win } from './pick-winner.ts';

const SAMPLE_SEAT = 'parley-sample';
const SAMPLE_CPM = 1;

/** In test mode an impression that nobody won goes to a sample ad (ruling 33). */
export function withSamples(wins: readonly Win[], { imps }: ValidRequest): readonly Win[] {
  const won = new Set(wins.map(({ candidate }) => candidate.bid.impid));
  return [...wins, ...imps.filter(({ imp }) => !won.has(imp.id)).map(sampleWin)];
}

/** A report for the integrator. */
export function withTestReport(
  response: BidResponse,
  { wire, imps }: ValidRequest,
  { warnings, result }: { readonly warnings: readonly Warning[]; readonly result: AuctionResult },
): BidResponse {
  const won = new Set(result.wins.map(({ candidate }) => candidate.bid.impid));
  const nonbid = imps
    .filter(({ imp }) => !won.has(imp.id))
    .map(({ imp }) => ({ impid: imp.id, reason: noBidReason(imp.id, result) }));
  const test = { valid: true as const, warnings, integrationLevel: integrationLevel(wire), nonbid };
  return { ...response, ext: { service: { test } } };
}

/** Fits whatever was asked for; where it meets a declared format, it says so like any bid. */
function sampleWin(valid: ValidImp): Win {
  const { imp, native } = valid;
  const ad = sampleAd(native);
  const acceptedFormats = acceptedFormatsOf(valid);
  const priceMicros = toMicros(Math.max(imp.bidfloor ?? 0, SAMPLE_CPM));
  const floorMicros = toMicros(imp.bidfloor ?? 0);
  return {
    candidate: {
      partner: SAMPLE_SEAT,
      bid: {
        id: 'sample',
        impid: imp.id,
        priceMicros,
        currency: 'USD',
        seat: SAMPLE_SEAT,
        creative: { kind: 'composed', native: ad },
        adomain: ['example.com'],
        crid: 'sample',
      },
      imp: { ...valid, floorMicros, acceptedFormats },
      priceMicros,
      floorMicros,
      deal: undefined,
      native: ad,
      format: acceptedFormats?.find((accepted) => meetsFormat(ad, native, accepted)),
    },
    clearingMicros: priceMicros,
    minToWinMicros: floorMicros,
  };
}
