import type { Config } from '../config/config.ts';
import { PARTNER_KINDS } from '../demand/partner-kinds.ts';

/** The names of the partners whose campaigns are not in our config. */
export function remotePartners({ partners }: Pick<Config, 'partners'>): ReadonlySet<string> {
  return new Set(
    partners.filter(({ kind }) => PARTNER_KINDS[kind].isRemote).map(({ name }) => name),
  );
}
