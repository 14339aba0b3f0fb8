import { createGate } from './auction/gate.ts';
import { NO_RULES, type PublisherRules } from './auction/rules.ts';
import type { ReadyPartner } from './auction/solicit.ts';
import type { Config } from './config.ts';
import { createOpenRtbPartner } from './demand/openrtb/openrtb-partner.ts';
import type { Partner, Send } from './demand/partner.ts';
import { toMicros } from './lib/money.ts';

/** From the config to the parts of an auction. */

export type Assembly = {
  readonly config: Config;
  readonly publicUrl: string;
  readonly createClient: () => Send;
  readonly tickMs: () => number;
};

export function assemblePartners(assembly: Assembly): readonly ReadyPartner[] {
  return assembly.config.partners.flatMap((entry): ReadyPartner[] => {
    const partner = createPartner(entry, assembly);
    if (partner === undefined) return [];
    const standing = {
      gvlId: entry.kind === 'openrtb' ? entry.gvlId : undefined,
      needsConsent: entry.kind === 'openrtb' && entry.needsConsent === true,
    };
    if (partner.kind === 'local') return [{ partner, standing }];
    const gate = createGate({ qpsMax: partner.qpsMax, tickMs: assembly.tickMs });
    return [{ partner, standing, gate, send: assembly.createClient() }];
  });
}

function createPartner(entry: Config['partners'][number], assembly: Assembly): Partner | undefined {
  if (entry.kind !== 'openrtb') return undefined;
  const { config, publicUrl } = assembly;
  return createOpenRtbPartner({
    name: entry.name,
    url: entry.url,
    timeoutMs: entry.timeoutMs,
    qpsMax: entry.qpsMax,
    acceptsTest: entry.acceptsTest ?? false,
    gzip: entry.gzip ?? false,
    terms: {
      exchangeDomain: new URL(publicUrl).hostname,
      defaultAuctionType: config.auction.defaultType,
      currencies: ['USD', ...Object.keys(config.auction.rates)],
    },
  });
}

/** The rules of each publisher that the config names; the others have none. */
export function assembleRules(config: Config): (publisher: string | undefined) => PublisherRules {
  const rules = new Map(
    config.publishers.map((publisher): [string, PublisherRules] => [
      publisher.id,
      {
        floorMicros: toMicros(publisher.floors?.default ?? 0),
        blockedCategories: publisher.blockedCategories ?? [],
        blockedDomains: publisher.blockedDomains ?? [],
        firstAdTurn: publisher.firstAdTurn ?? 1,
        turnGap: publisher.turnGap ?? 1,
        isQuietOnNegativeSentiment: publisher.noAdsOnNegativeSentiment ?? false,
        isQuietOnSupportRequests: publisher.noAdsOnSupportRequests ?? false,
      },
    ]),
  );
  return (publisher) => (publisher === undefined ? undefined : rules.get(publisher)) ?? NO_RULES;
}
