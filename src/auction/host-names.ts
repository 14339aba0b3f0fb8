import type { PartnerBid } from '../demand/partner.ts';
import { preview } from '../lib/preview.ts';
import { advertiserDomain } from '../openrtb/host-name.ts';
import { Drop, LOSS } from './drop.ts';

/**
 * The bid with the domains of its advertiser as host names, which blocks and deals are compared with (ruling 71). An
 * advertiser that cannot be read cannot be blocked either, so its bid is dropped.
 */
export function withHostNames(bid: PartnerBid): PartnerBid | Drop {
  const { adomain } = bid;
  // Nearly all are written as host names; those bids are not copied.
  let names: string[] | undefined;
  for (let i = 0; i < adomain.length; i++) {
    const given = adomain[i] ?? '';
    const name = advertiserDomain(given);
    if (name === undefined) {
      const reason = `expected advertiser domains to be host names, but got ${preview(given)}`;
      return new Drop(LOSS.invalidAdvertiser, reason, 'invalid-bid');
    }
    if (name !== given) names ??= adomain.slice(0, i);
    names?.push(name);
  }
  return names === undefined ? bid : { ...bid, adomain: names };
}
