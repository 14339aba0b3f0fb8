import { perObject } from '../../lib/lookup.ts';
import type { ReplayTerms } from '../../parts/insight/replay-auction.ts';
import {
  ADVERTISER,
  blockedDomainsOf,
  PUBLISHER,
  type PublisherDefinition,
} from '../../store/account-kinds.ts';
import type { Records } from '../../store/records.ts';
import { assembleFormats } from '../config/assemble-formats.ts';
import type { Config } from '../config/config.ts';
import { assembleRules, ratesOf, unlistedRules } from '../worker/assemble.ts';

/** The rules of the config and of the store, as auctions are held by them. */
export function replayTermsOf(
  config: Config,
  records: Pick<Records, 'all' | 'get'>,
  chance: () => number,
): ReplayTerms {
  const common = {
    formats: assembleFormats(config),
    exchangeBlocks: { domains: blockedDomainsOf(records.all(ADVERTISER)) },
  };
  const rulesFor = perObject((publisher: PublisherDefinition) => assembleRules(publisher, common));
  const unlisted = unlistedRules(common);
  return {
    rulesOf(id) {
      const publisher = id === undefined ? undefined : records.get(PUBLISHER, id)?.definition;
      return publisher === undefined ? unlisted : rulesFor(publisher);
    },
    rates: ratesOf(config),
    defaultType: config.auction.defaultType,
    chance,
  };
}
