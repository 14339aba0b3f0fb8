import { count } from '../../../../ui/format.ts';
import type { AdvertiserFigures } from '../api.ts';

/** What blocking an advertiser for all publishers will do. */
export function blockConsequence(domain: string, { running, spend }: AdvertiserFigures): string {
  const stopped =
    running === 0
      ? 'No campaign of it runs here.'
      : `${count(running)} of its campaigns will stop${shownWords(spend)}.`;
  return `No publisher will get an ad of ${domain} or of a domain under it, from any partner. ${stopped} Bids that name no advertiser will be dropped, too.`;
}

function shownWords(spend: AdvertiserFigures['spend']): string {
  if (spend === null) return '';
  const { weekImpressions } = spend;
  const times = weekImpressions === 1 ? 'time' : 'times';
  return `, with ads that were shown ${count(weekImpressions)} ${times} in the last 7 days`;
}
