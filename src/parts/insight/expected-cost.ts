import type { Win } from '../../core/auction/pick-winner.ts';
import { seatOf } from '../../demand/campaigns/ads.ts';
import { formatName } from '../../demand/rate-book.ts';
import { unseen } from '../../demand/rate-model.ts';
import { shortened } from '../../lib/shortened.ts';
import type { CampaignTrial } from './own-bids.ts';

const IMPRESSIONS_PER_MILLE = 1000;

/**
 * What the buyer can be expected to pay for one impression that it won, in micros. Clicks and conversions cost their own
 * price, whatever the auction made of the bid, as often as its ads were answered there; a bid also explores.
 */
export function expectedCostOf({ partner, campaign, rates }: CampaignTrial) {
  const named = rates.campaign(partner, shortened(campaign.id), shortened(seatOf(campaign)));
  const elsewhere = unseen('cell', named.whole);
  const cells = new Map(
    rates
      .cellsIn(named.text)
      .map((cell) => [keyOf(cell.publisher, cell.format, cell.creative), cell.estimates]),
  );
  return ({ candidate, clearingMicros }: Win, publisher: string | undefined): number => {
    const { charge, crid = '' } = candidate.bid;
    if (charge === undefined || charge.per === 'impression') {
      return clearingMicros / IMPRESSIONS_PER_MILLE;
    }
    const format = candidate.format === undefined ? '' : formatName(candidate.format);
    const key = keyOf(shortened(publisher ?? ''), format, shortened(crid));
    return charge.micros * (cells.get(key) ?? elsewhere)[charge.per].rate;
  };
}

function keyOf(...names: readonly string[]): string {
  return names.join('\n');
}
