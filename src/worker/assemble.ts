import type { Rates } from '../auction/currency.ts';
import { createGate } from '../auction/gate.ts';
import { NO_RULES, type PublisherRules, SENSITIVE_DEFAULT } from '../auction/rules.ts';
import type { ReadyPartner } from '../auction/solicit.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import { createRequestFilter } from '../demand/campaigns/conditions.ts';
import { createPartner, type PartnerParts, traitsOf } from '../demand/kinds.ts';
import type { Send } from '../demand/partner.ts';
import { toMicros } from '../lib/money.ts';
import { shortened } from '../lib/shortened.ts';
import type { Reach } from '../notices/due-calls.ts';
import { createFormats, type Formats } from '../openrtb/formats.ts';
import { WHOLE_SHARE } from '../sale/fact.ts';

/** From the config to the parts of an auction. */

type Assembly = Omit<PartnerParts, OfSetup> & {
  readonly setup: Setup;
  readonly createClient: () => Send & { readonly connections: () => number };
  /** Whether an operator wants the partner left alone, by its index in the config. */
  readonly isPaused: (partner: number) => boolean;
  /** The memory of a partner's gate, by its index in the config. */
  readonly wordsOf: (partner: number) => BigUint64Array<ArrayBufferLike>;
};

type OfSetup = 'campaigns' | 'exchangeDomain' | 'defaultAuctionType' | 'currencies';

export function assemblePartners(assembly: Assembly): readonly ReadyPartner[] {
  const { setup, publicUrl, nowMs, wordsOf, createClient } = assembly;
  const { listen, auction, partners } = setup.config;
  const parts: PartnerParts = {
    ...assembly,
    campaigns: setup.campaigns,
    exchangeDomain: exchangeDomainOf(listen, publicUrl),
    defaultAuctionType: auction.defaultType,
    currencies: ['USD', ...Object.keys(auction.rates)],
  };
  return partners.map((entry, index): ReadyPartner => {
    const partner = createPartner(entry, parts);
    const { gvlId, needsConsent, seats } = traitsOf(entry);
    const standing = { gvlId, needsConsent };
    const isPaused = () => assembly.isPaused(index);
    if (partner.kind === 'local') return { partner, standing, isPaused, seats };
    const gate = createGate({ qpsMax: partner.qpsMax, words: wordsOf(index), nowMs });
    const send = createClient();
    const wants = 'only' in entry && entry.only ? createRequestFilter(entry.only) : undefined;
    return { partner, standing, isPaused, seats, gate, send, wants, connections: send.connections };
  });
}

/** What names this exchange in supply chains, and in the files of publishers. */
export function exchangeDomainOf(
  { exchangeDomain }: Pick<Config['listen'], 'exchangeDomain'>,
  publicUrl: string,
): string {
  return exchangeDomain ?? new URL(publicUrl).hostname;
}

/** The known formats and those of the config. */
export function assembleFormats({ formats }: Config): Formats {
  return createFormats(
    formats.map(({ agentUrl, description = '', ...format }) => ({
      ...format,
      agent_url: agentUrl,
      description,
    })),
  );
}

/** The rules of each publisher that the config names; the others have none. */
export function assembleRules({ publishers }: Config, formats: Formats) {
  const rules = new Map(
    publishers.map((publisher): [string, PublisherRules] => [
      publisher.id,
      {
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
        formats,
      },
    ]),
  );
  const unlisted = { ...NO_RULES, formats };
  return (publisher: string | undefined): PublisherRules =>
    (publisher === undefined ? undefined : rules.get(publisher)) ?? unlisted;
}

/** USD per unit of other currencies. */
export function ratesOf({ auction }: Config): Rates {
  return new Map(Object.entries(auction.rates));
}

/** What is agreed with partners and publishers about a sale and its notices. */
export function saleTerms({ partners, publishers }: Config) {
  const billOn = new Map(partners.map((entry) => [entry.name, entry.billOn]));
  const trackers = new Map(partners.map((entry) => [entry.name, traitsOf(entry).trackers]));
  const shares = new Map(
    publishers.map(({ id, share = 1 }) => [shortened(id), Math.round(share * WHOLE_SHARE)]),
  );
  return {
    shareOf: (publisher: string) => shares.get(publisher) ?? WHOLE_SHARE,
    billOnOf: (partner: string) => billOn.get(partner) ?? 'burl',
    trackersOf: (partner: string) => trackers.get(partner) ?? 'client',
  };
}

/** Where the URLs in a partner's bids may lead. */
export function reaches({ partners }: Config): (partner: string) => Reach {
  const trusted = new Set(
    partners.flatMap((entry) => (traitsOf(entry).internalNotices === true ? entry.name : [])),
  );
  return (partner) => (trusted.has(partner) ? 'anywhere' : 'internet');
}
