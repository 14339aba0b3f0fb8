import type { Config } from '../config/config.ts';
import type { ReplayTerms } from '../replay/replay-auction.ts';
import { assembleFormats, assembleRules, ratesOf } from '../worker/assemble.ts';

/** The rules of the config, as auctions are held by them. */
export function replayTermsOf(config: Config, chance: () => number): ReplayTerms {
  return {
    rulesOf: assembleRules(config, assembleFormats(config)),
    rates: ratesOf(config),
    defaultType: config.auction.defaultType,
    chance,
  };
}
