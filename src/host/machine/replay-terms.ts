import { perObject } from '../../lib/lookup.ts';
import type { ReplayTerms } from '../../parts/insight/replay-auction.ts';
import { blockedDomainsOf } from '../../store/advertiser-record.ts';
import { knownAccounts, type StoredAccounts } from '../../store/known-accounts.ts';
import type { PublisherDefinition } from '../../store/stored-account.ts';
import { assembleFormats } from '../config/assemble-formats.ts';
import type { Config } from '../config/config.ts';
import { assembleRules, ratesOf, unlistedRules } from '../worker/assemble.ts';

/** The rules of the config and of the store, as auctions are held by them. */
export function replayTermsOf(
  config: Config,
  stored: StoredAccounts,
  chance: () => number,
): ReplayTerms {
  const common = {
    formats: assembleFormats(config),
    exchangeBlocks: { domains: blockedDomainsOf(stored.advertisers.values()) },
  };
  const { publisherOf } = knownAccounts(config, stored);
  const rulesFor = perObject((publisher: PublisherDefinition) => assembleRules(publisher, common));
  const unlisted = unlistedRules(common);
  return {
    rulesOf(id) {
      const publisher = id === undefined ? undefined : publisherOf(id);
      return publisher === undefined ? unlisted : rulesFor(publisher);
    },
    rates: ratesOf(config),
    defaultType: config.auction.defaultType,
    chance,
  };
}
