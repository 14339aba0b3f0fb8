import { type Rates, USD } from '../../core/auction/currency.ts';
import { createGate } from '../../core/auction/gate.ts';
import type { Send } from '../../core/auction/partner.ts';
import {
  type ExchangeBlocks,
  NO_RULES,
  type PublisherRules,
  SENSITIVE_DEFAULT,
} from '../../core/auction/rules.ts';
import type { ReadyPartner } from '../../core/auction/solicit.ts';
import type { Limits } from '../../core/exchange/limiter.ts';
import { createFormats, type Formats } from '../../core/openrtb/formats.ts';
import { createRequestFilter } from '../../demand/campaigns/conditions.ts';
import { createPartner, type PartnerParts, traitsOf } from '../../demand/kinds.ts';
import { findCountry } from '../../lib/countries.ts';
import { networkName } from '../../lib/ip.ts';
import { toMicros } from '../../lib/money.ts';
import type { PublisherDefinition } from '../../store/account-kinds.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';

/** From the config to the parts of an auction. */

type Assembly = Omit<PartnerParts, OfSetup> & {
  readonly setup: Setup;
  readonly createClient: () => Send & Pick<RemotePartner, 'connections' | 'retire'>;
  /** Whether an operator wants the partner left alone, by its row. */
  readonly isPaused: (row: number) => boolean;
  /** The memory of a partner's gate, by its row. */
  readonly wordsOf: (row: number) => BigUint64Array<ArrayBufferLike>;
};

type RemotePartner = Extract<ReadyPartner, { readonly send: Send }>;

export type PartnerEntry = Config['partners'][number];

type OfSetup = 'campaigns' | 'exchangeDomain' | 'defaultAuctionType' | 'currencies';

/** Makes partners ready to be asked. One that takes the place of another goes on with its gate and its connections. */
export function createAssembler(assembly: Assembly) {
  const { setup, publicUrl, nowMs, wordsOf, createClient } = assembly;
  const { listen, auction } = setup.config;
  const parts: PartnerParts = {
    ...assembly,
    campaigns: setup.campaigns,
    exchangeDomain: exchangeDomainOf(listen, publicUrl),
    defaultAuctionType: auction.defaultType,
    currencies: currenciesOf(setup.config),
  };
  return (entry: PartnerEntry, row: number, before?: ReadyPartner): ReadyPartner => {
    const partner = createPartner(entry, parts);
    const { gvlId, needsConsent, seats } = traitsOf(entry);
    const standing = { gvlId, needsConsent };
    const isPaused = () => assembly.isPaused(row);
    if (partner.kind === 'local') return { partner, standing, isPaused, seats };
    const wants = 'only' in entry && entry.only ? createRequestFilter(entry.only) : undefined;
    const { gate, send, connections, retire } =
      before !== undefined && 'gate' in before ? before : opened();
    return { partner, standing, isPaused, seats, gate, send, wants, connections, retire };

    function opened() {
      const client = createClient();
      const { connections: count, retire: end } = client;
      const ownGate = createGate({ words: wordsOf(row), nowMs });
      return { gate: ownGate, send: client, connections: count, retire: end };
    }
  };
}

/** What names this exchange in supply chains, and in the files of publishers. */
export function exchangeDomainOf(
  { exchangeDomain }: Pick<Config['listen'], 'exchangeDomain'>,
  publicUrl: string,
): string {
  return exchangeDomain ?? new URL(publicUrl).hostname;
}

/** Of a publisher that nobody has listed. */
export function unlistedRules(common: CommonRules): PublisherRules {
  return { ...NO_RULES, ...common };
}

/** What is the same for every publisher. */
type CommonRules = {
  readonly formats: Formats;
  readonly exchangeBlocks: ExchangeBlocks;
};

export function assembleRules(
  publisher: PublisherDefinition,
  { formats, exchangeBlocks }: CommonRules,
): PublisherRules {
  return {
    floorMicros: toMicros(publisher.floors?.default ?? 0),
    blockedCategories: publisher.blockedCategories ?? [],
    blockedDomains: publisher.blockedDomains ?? [],
    refusesUncategorized: publisher.refusesUncategorized ?? false,
    onlyRelevant: publisher.onlyRelevant ?? false,
    firstAdTurn: publisher.firstAdTurn ?? 1,
    turnGap: publisher.turnGap ?? 1,
    isQuietOnNegativeSentiment: publisher.noAdsOnNegativeSentiment ?? false,
    isQuietOnSupportRequests: publisher.noAdsOnSupportRequests ?? false,
    sensitive: { ...SENSITIVE_DEFAULT, ...publisher.sensitive },
    appSchemes: publisher.appSchemes ?? [],
    tellsPrices: publisher.tellsPrices ?? false,
    country: publisher.country && findCountry(publisher.country),
    aiLabel: publisher.aiLabel ?? 'required',
    formats,
    exchangeBlocks,
  };
}

/** The currencies that prices can be in. */
export function currenciesOf({ auction }: Pick<Config, 'auction'>): readonly string[] {
  return [USD.code, ...Object.keys(auction.rates)];
}

/** USD per unit of other currencies. */
export function ratesOf({ auction }: Config): Rates {
  return new Map(Object.entries(auction.rates));
}

/** The known formats and those of the config. */
export function assembleFormats({ formats }: Pick<Config, 'formats'>): Formats {
  return createFormats(
    formats.map(({ agentUrl, description = '', ...format }) => ({
      ...format,
      agent_url: agentUrl,
      description,
    })),
  );
}

/** The limits of a config, those of single publishers and networks included. */
export function limitsOf({ limits, publishers }: Pick<Config, 'limits' | 'publishers'>): Limits {
  const { globalPerSecond, publisherPerSecond, ipPerSecond, networks } = limits;
  const own = publishers.flatMap(({ id, limits: { perSecond } = {} }) =>
    perSecond === undefined ? [] : [[id, perSecond] as const],
  );
  return {
    globalPerSecond,
    publisherPerSecond,
    ipPerSecond,
    byPublisher: new Map(own),
    byNetwork: new Map(networks.map(({ network, perSecond }) => [networkName(network), perSecond])),
  };
}
