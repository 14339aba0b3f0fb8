import { createNoticeKeys, FIRST_ALONE, type KeyVersionsOf } from '../../core/sale/keys.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { shortened } from '../../lib/shortened.ts';
import { type PartnerConfig, traitsOf } from '../kinds.ts';
import { seatOf } from './ads.ts';

/** As the entries of partners list them. */
export function createKeyVersions(partners: DeepReadonly<PartnerConfig[]>): KeyVersionsOf {
  const versions = new Map<string, readonly number[]>();
  for (const entry of partners) {
    for (const [advertiser, accepted] of Object.entries(traitsOf(entry).advertiserKeys)) {
      versions.set(`${entry.name}/${seatNamed(advertiser)}`, accepted);
    }
  }
  return (partner, seat) => versions.get(`${partner}/${seat}`) ?? FIRST_ALONE;
}

/**
 * The key with which the server of an advertiser tells of conversions. It follows from the first of the notices' secrets,
 * so nothing is stored. The advertiser is named as in its campaigns, by its seat, or by its domain where the name has no
 * Latin letter. undefined: by none of them.
 */
export function advertiserKeyOf(
  secrets: readonly string[],
  versionsOf: KeyVersionsOf,
  { partner, advertiser }: { readonly partner: string; readonly advertiser: string },
): string | undefined {
  const seat = seatNamed(advertiser);
  if (seat === '') return undefined;
  const [key] = createNoticeKeys(secrets, versionsOf).ofAdvertiser(partner, seat);
  return key;
}

/** As sales have it. */
function seatNamed(advertiser: string): string {
  return shortened(seatOf({ advertiser, domain: '' }));
}
