import { advertiserKeyOf, createKeyVersions } from '../../demand/campaigns/advertiser-key.ts';
import { traitsOf } from '../../demand/kinds.ts';
import type { Config } from '../config/config.ts';

/** The key of an advertiser of a partner of the config, or a sentence that says what is not known. */
export function findAdvertiserKey(
  { partners, notices }: Pick<Config, 'partners' | 'notices'>,
  partner: string,
  advertiser: string,
) {
  const owners = partners.filter((entry) => traitsOf(entry).campaigns !== undefined);
  if (!owners.some(({ name }) => name === partner)) {
    const names = owners.map(({ name }) => name).join(', ') || 'none';
    return { reason: `expected a partner with campaigns (${names}), but got "${partner}"` };
  }
  const versions = createKeyVersions(partners);
  const key = advertiserKeyOf(notices.keys, versions, { partner, advertiser });
  if (key !== undefined) return { partner, advertiser, key };
  return { reason: `expected the name or domain of an advertiser, but got "${advertiser}"` };
}
