import type { EnabledClasses } from '../../language/sensitive/matcher.ts';
import { ON_BY_DEFAULT } from '../../language/sensitive/word-list.ts';
import { DEFAULT_FORMATS, type Formats } from '../openrtb/formats.ts';

/** For every publisher, unless its config says otherwise. */
export const SENSITIVE_DEFAULT: EnabledClasses = Object.fromEntries(
  ON_BY_DEFAULT.map((name) => [name, true]),
);

/** What the exchange blocks for all publishers. Who keeps it replaces the list: each bid is compared with the last one. */
export type ExchangeBlocks = { readonly domains: readonly string[] };

const NO_BLOCKS: ExchangeBlocks = { domains: [] };

type AiLabel = 'required' | 'always' | 'never';

/** The rules of one publisher, from its entry in the config. */
export type PublisherRules = {
  readonly floorMicros: number;
  readonly blockedCategories: readonly string[];
  readonly blockedDomains: readonly string[];
  /** Whether bids without a category are dropped (ruling 52). */
  readonly refusesUncategorized: boolean;
  /** Whether campaigns without targeting may not bid. */
  readonly onlyRelevant: boolean;
  /** The first message of a conversation that may have an ad, and the distance to the next one that may. */
  readonly firstAdTurn: number;
  readonly turnGap: number;
  readonly isQuietOnNegativeSentiment: boolean;
  readonly isQuietOnSupportRequests: boolean;
  /** The classes of sensitive conversations that get no ad (ruling 57). */
  readonly sensitive: EnabledClasses;
  /** Schemes that links may have besides http and https, in lower case. */
  readonly appSchemes: readonly string[];
  /** Whether loss notices may say at which price the impression was sold. */
  readonly tellsPrices: boolean;
  /** Of the publisher, by three letters; undefined where nobody has said it. */
  readonly country: string | undefined;
  /** Whether ads that AI had a part in are labelled: where the law requires it, or everywhere, or nowhere. */
  readonly aiLabel: AiLabel;
  /** The formats that this exchange knows, the same for every publisher. */
  readonly formats: Formats;
  readonly exchangeBlocks: ExchangeBlocks;
};

export const NO_RULES: PublisherRules = {
  floorMicros: 0,
  blockedCategories: [],
  blockedDomains: [],
  refusesUncategorized: false,
  onlyRelevant: false,
  firstAdTurn: 1,
  turnGap: 1,
  isQuietOnNegativeSentiment: false,
  isQuietOnSupportRequests: false,
  sensitive: SENSITIVE_DEFAULT,
  appSchemes: [],
  tellsPrices: false,
  country: undefined,
  aiLabel: 'required',
  formats: DEFAULT_FORMATS,
  exchangeBlocks: NO_BLOCKS,
};
