import type { Bid } from '../openrtb/bid-response.ts';
import { markup } from '../openrtb/native-response.ts';
import type { ValidImp } from '../openrtb/validate.ts';
import { sampleAd } from './sample-ad.ts';

export const SAMPLE_SEAT = 'parley-sample';

const SAMPLE_CPM = 1;

/** Ruling 33: in test mode an impression that nobody wants is filled all the same. */
export function sampleBid({ imp, native, isWrapped }: ValidImp, newId: () => string): Bid {
  return {
    id: newId(),
    impid: imp.id,
    price: Math.max(imp.bidfloor ?? 0, SAMPLE_CPM),
    adm: markup(sampleAd(native), isWrapped),
    adomain: ['example.com'],
    mtype: 4,
    crid: 'sample',
  };
}
