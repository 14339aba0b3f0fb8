import { seatOf } from '../demand/campaigns/ads.ts';
import { shortened } from '../lib/shortened.ts';
import { createNoticeKeys } from './keys.ts';

/**
 * The key with which the server of an advertiser tells of conversions. It follows from the first of the notices' secrets,
 * so nothing is stored. The advertiser is named as in its campaigns, by its seat, or by its domain where the name has no
 * Latin letter. undefined: by none of them.
 */
export function advertiserKeyOf(
  secrets: readonly string[],
  partner: string,
  advertiser: string,
): string | undefined {
  const seat = seatOf({ advertiser, domain: '' });
  if (seat === '') return undefined;
  const [key] = createNoticeKeys(secrets).ofAdvertiser(partner, shortened(seat));
  return key;
}
