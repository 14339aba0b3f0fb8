import { toMicros } from '../../lib/money.ts';
import type { Auction } from '../auction/auction.ts';
import { type Rates, raised, toUsdMicros } from '../auction/currency.ts';
import { noBidReason } from '../auction/no-bid-reason.ts';
import { acceptedFormatsOf } from '../auction/open-imps.ts';
import type { Win } from '../auction/pick-winner.ts';
import type { Imp } from '../openrtb/bid-request.ts';
import type { BidResponse } from '../openrtb/bid-response.ts';
import { meetsFormat } from '../openrtb/formats.ts';
import { integrationLevel } from '../openrtb/integration-level.ts';
import type { ValidImp } from '../openrtb/validate.ts';
import { sampleAd } from './sample-ad.ts';

const SAMPLE_SEAT = 'parley-sample';
const SAMPLE_CPM = 1;

/** In test mode an impression without a winner gets a sample ad (ruling 33). */
export function withSamples(auction: Auction): readonly Win[] {
  const { wins, inventory, request } = auction;
  if (inventory.sensitive !== undefined) return wins;
  return [...wins, ...unsold(request.imps, wins).map((valid) => sampleWin(valid, auction))];
}

function unsold(imps: readonly ValidImp[], wins: readonly Win[]): readonly ValidImp[] {
  const won = new Set(wins.map(({ candidate }) => candidate.bid.impid));
  return imps.filter(({ imp }) => !won.has(imp.id));
}

/** `BidResponse.ext` in test mode: the integrator's report. */
export function testReport(
  auction: Pick<
    Auction,
    'request' | 'wins' | 'warnings' | 'ids' | 'inventory' | 'asked' | 'losses'
  >,
): NonNullable<BidResponse['ext']> {
  const { request, wins, warnings, ids } = auction;
  const nonbid = unsold(request.imps, wins).map(({ imp: { id } }) => {
    return { impid: ids.imps.get(id) ?? id, reason: noBidReason(id, auction) };
  });
  const level = integrationLevel(request.wire);
  return { service: { test: { valid: true, warnings, integrationLevel: level, nonbid } } };
}

/** A sample ad that fits the native request. It names the declared format that it meets, as a bid does. */
function sampleWin(valid: ValidImp, { rules, rates }: Pick<Auction, 'rules' | 'rates'>): Win {
  const { imp, native } = valid;
  const ad = sampleAd(native);
  const acceptedFormats = acceptedFormatsOf(valid, rules.formats);
  const floorMicros = Math.max(requestFloorMicros(imp, rates), rules.floorMicros);
  const priceMicros = Math.max(floorMicros, toMicros(SAMPLE_CPM));
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

/** In USD. Without a rate the number is taken as USD, because a test request is always filled. */
function requestFloorMicros({ bidfloor = 0, bidfloorcur = 'USD' }: Imp, rates: Rates): number {
  const micros = toMicros(bidfloor);
  return toUsdMicros(micros, bidfloorcur, rates, raised) ?? micros;
}
