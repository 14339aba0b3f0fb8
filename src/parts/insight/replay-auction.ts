import { type AuctionType, award, type Win } from '../../core/auction/award.ts';
import { type Candidate, checkTerms, type Judgement } from '../../core/auction/check-bid.ts';
import type { Rates } from '../../core/auction/currency.ts';
import { Drop } from '../../core/auction/drop.ts';
import { NOTHING_SENSITIVE } from '../../core/auction/find-sensitive.ts';
import { openImps } from '../../core/auction/open-imps.ts';
import type { PublisherRules } from '../../core/auction/rules.ts';
import { publisherIdOf } from '../../core/openrtb/bid-request.ts';
import type { Config } from '../../host/config/config.ts';
import {
  assembleFormats,
  assembleRules,
  ratesOf,
  unlistedRules,
} from '../../host/worker/assemble.ts';
import { perObject } from '../../lib/lookup.ts';
import {
  ADVERTISER,
  blockedDomainsOf,
  PUBLISHER,
  type PublisherDefinition,
} from '../../store/account-kinds.ts';
import type { Records } from '../../store/records.ts';
import type { SampledAuction } from './read-sample.ts';

/** What decides an auction beside its request and its bids. */
export type ReplayTerms = {
  readonly rulesOf: (publisherId: string | undefined) => PublisherRules;
  readonly rates: Rates;
  readonly defaultType: AuctionType;
  readonly chance: () => number;
};

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

/** An auction that is held once more. */
export type ReplayedAuction = {
  readonly judgement: Judgement;
  readonly type: AuctionType;
};

/** What is for sale, by the rules of now. Conversations that word lists speak of are not among the samples. */
export function openAgain({ request }: SampledAuction, terms: ReplayTerms): ReplayedAuction {
  const { rates, defaultType } = terms;
  const rules = terms.rulesOf(publisherIdOf(request.wire));
  const { open } = openImps(request, rules, { rates, findSensitive: () => NOTHING_SENSITIVE });
  const judgement = { request, imps: open, rules, rates, passed: [] };
  return { judgement, type: request.wire.at ?? defaultType };
}

/** The ad was judged when the sample was taken. */
const JUDGED_AD = { native: { link: { url: '' } }, format: undefined } as const;

/** The bids of a sample that may still win. */
export function candidatesAgain(
  bids: SampledAuction['bids'],
  judgement: Judgement,
): readonly Candidate[] {
  return bids.flatMap(({ partner, bid }): readonly Candidate[] => {
    const allowed = checkTerms(partner, bid, judgement);
    return allowed instanceof Drop ? [] : [{ ...allowed, ...JUDGED_AD }];
  });
}

export function awardAgain(
  { judgement, type }: ReplayedAuction,
  candidates: readonly Candidate[],
  chance: () => number,
): readonly Win[] {
  const { imps, rules } = judgement;
  return award(imps, candidates, { type, isTest: false, chance, rules });
}
