import { count, usd } from '../ui/format.ts';
import { lossWords } from '../words.ts';
import type { CampaignDelivery, DroppedBid, MissingAsset, OutbidBy } from './delivery-api.ts';

/** What the owner of a campaign can do about bids that broke a rule, by OpenRTB loss code. */
const DROP_ADVICE: Readonly<Record<number, string>> = {
  1: 'Raise the budget: it no longer covered the price.',
  100: 'Raise the CPM above the floor.',
  101: 'Raise the CPM above the deal’s floor.',
  205: 'The publisher blocks the advertiser’s domain: exclude the publisher, or talk to it.',
  209: 'The publisher blocks a category of the campaign: correct the categories, or talk to it.',
  207: 'Serve every link and picture over https.',
};

const from = (publisher: string) => (publisher === '' ? '' : ` for ${publisher}`);

export function missingWords({ missing, publisher, count: times }: MissingAsset): string {
  return `${count(times)}${from(publisher)}: no creative has ${missing}`;
}

export function droppedWords({ code, publisher, count: times }: DroppedBid): string {
  const whatToDo = DROP_ADVICE[code] ?? 'The auctions that it lost have the details.';
  return `${count(times)}${from(publisher)}: ${lossWords(code)}. ${whatToDo}`;
}

export function outbidWords({ partner, seat, count: times, cpmUsd }: OutbidBy): string {
  if (partner === 'other') return `${count(times)} to others, at ${usd(cpmUsd)} on average`;
  return `${count(times)} to ${seat || 'a bidder'} of ${partner}, at ${usd(cpmUsd)} on average`;
}

/** What to do about the largest loss. */
export function advice(delivery: CampaignDelivery): string {
  const { matched, bid, won, shown, bidCpmUsd, misfits, outbid, outbidCount } = delivery;
  if (matched === 0) {
    return 'No request has matched it in this time. Check the targeting, the flight and the state above.';
  }
  const [misfit] = misfits;
  if (misfit !== undefined && matched - bid > bid) {
    return `Most is lost for want of an asset: give a creative ${misfit.missing}.`;
  }
  if (outbidCount > won && outbid[0] !== undefined && bidCpmUsd !== null) {
    const times = outbid.reduce((sum, one) => sum + one.count, 0);
    const price = outbid.reduce((sum, one) => sum + one.cpmUsd * one.count, 0) / times;
    return `It bids ${usd(bidCpmUsd)} on average and loses to bids of ${usd(price)}: raise the CPM, or target where fewer bid.`;
  }
  if (delivery.droppedCount > won) return 'Most bids break a rule of the publisher: see below.';
  if (won > 0 && shown === 0) {
    return 'Its ads are sold, and nobody reports them as shown: ask the publisher to call the notices.';
  }
  return '';
}
