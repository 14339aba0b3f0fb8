import { lossWords } from '../../../ui/shell/words.ts';
import type { CampaignDelivery } from './delivery.ts';

type DroppedBid = CampaignDelivery['dropped'][number];

type LossOfBids = { readonly count: number; readonly words: () => string };

/** By OpenRTB loss code: the bid was below the floor, or below that of a deal. */
const FLOOR_CODES: readonly number[] = [100, 101];

/** What of a bid the publisher does not take, by OpenRTB loss code. */
const BLOCKED_WHAT: Readonly<Record<number, string>> = {
  104: 'seat',
  200: 'no DSA information',
  205: 'domain',
  206: 'app',
  207: 'not over https',
  208: 'language',
  209: 'category',
  210: 'attribute of the ad',
};

/** Why most bids were lost, in words that can begin a sentence. */
export function mainLoss(delivery: CampaignDelivery, usd: (value: number) => string): string {
  const { dropped, outbid, outbidCount, bidCpmUsd } = delivery;
  const floored = dropped.filter(({ code }) => FLOOR_CODES.includes(code));
  const blocked = dropped.filter(({ code }) => BLOCKED_WHAT[code] !== undefined);
  const others = dropped.filter((one) => !floored.includes(one) && !blocked.includes(one));
  const youBid = bidCpmUsd === null ? '' : `you bid ${usd(bidCpmUsd)}`;
  const losses: readonly LossOfBids[] = [
    { count: countOf(floored), words: () => floorWords(floored, youBid, usd) },
    { count: countOf(blocked), words: () => blockWords(blocked) },
    {
      count: outbidCount,
      words: () => `outbid: ${youBid}, others ${usd(averageOf(outbid))} on average`,
    },
    ...others.map(({ code, count }) => ({
      count,
      words: () => `bidding, never winning: ${lossWords(code).toLowerCase()}`,
    })),
  ];
  const main = losses.toSorted((a, b) => b.count - a.count)[0];
  return main === undefined || main.count === 0 ? 'bidding, never winning' : main.words();
}

function countOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function averageOf(rows: readonly { readonly count: number; readonly cpmUsd: number }[]): number {
  return rows.reduce((sum, { count, cpmUsd }) => sum + count * cpmUsd, 0) / countOf(rows);
}

function floorWords(
  floored: readonly DroppedBid[],
  youBid: string,
  usd: (value: number) => string,
): string {
  const known = floored.flatMap(({ floorUsd, count }) =>
    floorUsd === null ? [] : { count, cpmUsd: floorUsd },
  );
  if (known.length === 0) return `bidding, never winning: below the floor, ${youBid}`;
  return `bidding, never winning: floor ${usd(averageOf(known))}, ${youBid}`;
}

/** The publisher that blocks most of it, and what. */
function blockWords(blocked: readonly DroppedBid[]): string {
  const [first] = blocked.toSorted((a, b) => b.count - a.count);
  if (first === undefined) return '';
  const publishers = new Set(blocked.map(({ publisher }) => publisher));
  const more = publishers.size - 1;
  const others = more === 0 ? '' : ` and ${more} ${more === 1 ? 'other' : 'others'}`;
  return `blocked by ${first.publisher || 'publishers'}${others}: ${BLOCKED_WHAT[first.code]}`;
}
