import type { Config } from '../config/config.ts';
import { perObject } from '../lib/lookup.ts';
import type { ReplayTerms } from '../replay/replay-auction.ts';
import {
  accountKey,
  type PublisherDefinition,
  type StoredPublisher,
} from '../store/stored-account.ts';
import { assembleFormats, assembleRules, ratesOf, unlistedRules } from '../worker/assemble.ts';

/** The rules of the config and of the store, as auctions are held by them. */
export function replayTermsOf(
  config: Config,
  stored: ReadonlyMap<string, StoredPublisher>,
  chance: () => number,
): ReplayTerms {
  const formats = assembleFormats(config);
  const ofConfig = publishersById(config.publishers);
  const rulesFor = perObject((publisher: PublisherDefinition) => assembleRules(publisher, formats));
  const unlisted = unlistedRules(formats);
  return {
    rulesOf(id) {
      const publisher = id === undefined ? undefined : (ofConfig.get(id) ?? ofStore(stored, id));
      return publisher === undefined ? unlisted : rulesFor(publisher);
    },
    rates: ratesOf(config),
    defaultType: config.auction.defaultType,
    chance,
  };
}

const publishersById = perObject(
  (publishers: Config['publishers']): ReadonlyMap<string, PublisherDefinition> =>
    new Map(publishers.map((one) => [one.id, one])),
);

function ofStore(
  stored: ReadonlyMap<string, StoredPublisher>,
  id: string,
): PublisherDefinition | undefined {
  const found = stored.get(accountKey('publisher', id));
  return found?.state === 'deleted' ? undefined : found?.definition;
}
