import { createExchange } from '../src/core/exchange/exchange.ts';
import { arrivalOf, usualParts } from '../src/core/exchange/usual-parts.ts';
import { createCampaignsPartner } from '../src/demand/campaigns/campaigns-partner.ts';

/** Auctions inside another program: no server, no database, one campaign of its own. */
const publicUrl = 'https://bid.example.com';
const title = 'Boots that hold on wet rock';
const creatives = [{ id: 'main', title, link: 'https://trail.example/boots' }];
const boots = { id: 'boots', advertiser: 'Trail Shop', domain: 'trail.example', cpm: 4, creatives };
const house = createCampaignsPartner({
  name: 'house',
  imageBaseUrl: publicUrl,
  campaigns: [boots],
});

const noticeKey = process.env.NOTICE_KEY ?? 'a secret of thirty-two characters';
const exchange = createExchange(usualParts({ partners: [house], publicUrl, noticeKey }));

/** The bid response as JSON, the reason why there is no bid, or what is wrong with the request. */
export async function answerTo(bidRequest: object) {
  const { outcome } = await exchange(arrivalOf(JSON.stringify(bidRequest)), 'strict');
  return outcome;
}
