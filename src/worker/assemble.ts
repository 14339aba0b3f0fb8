import { createGate } from '../auction/gate.ts';
import { NO_RULES, type PublisherRules } from '../auction/rules.ts';
import type { ReadyPartner } from '../auction/solicit.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import { createCampaignsPartner } from '../demand/campaigns/campaigns-partner.ts';
import type { CampaignPurses } from '../demand/campaigns/spending.ts';
import { createOpenRtbPartner } from '../demand/openrtb/openrtb-partner.ts';
import type { Partner, Send } from '../demand/partner.ts';
import { createProductSearchPartner } from '../demand/product-search/product-search-partner.ts';
import { toMicros } from '../lib/money.ts';

/** From the config to the parts of an auction. */

export type Assembly = {
  readonly setup: Setup;
  readonly publicUrl: string;
  /** Of the product service that ships with Parley, where a partner wants it. */
  readonly catalogUrl: string | undefined;
  readonly createClient: () => Send & { readonly connections: () => number };
  readonly purses: CampaignPurses;
  /** Whether an operator wants the partner left alone, by its place in the config. */
  readonly isPaused: (partner: number) => boolean;
  /** The memory of a partner's gate, by its place in the config. */
  readonly wordsOf: (partner: number) => BigUint64Array<ArrayBufferLike>;
  readonly nowMs: () => number;
};

export function assemblePartners(assembly: Assembly): readonly ReadyPartner[] {
  const { nowMs, wordsOf } = assembly;
  return assembly.setup.config.partners.map((entry, index): ReadyPartner => {
    const partner = createPartner(entry, assembly);
    const standing = {
      gvlId: entry.kind === 'openrtb' ? entry.gvlId : undefined,
      needsConsent: entry.kind === 'openrtb' && entry.needsConsent === true,
    };
    const isPaused = () => assembly.isPaused(index);
    if (partner.kind === 'local') return { partner, standing, isPaused };
    const gate = createGate({ qpsMax: partner.qpsMax, words: wordsOf(index), nowMs });
    const send = assembly.createClient();
    return { partner, standing, isPaused, gate, send, connections: send.connections };
  });
}

export const EMBEDDED = 'embedded';

/** Of a hundred people who see a product, one clicks. */
const CLICK_RATE_DEFAULT = 0.01;

function createPartner(entry: Config['partners'][number], assembly: Assembly): Partner {
  const { publicUrl, catalogUrl, nowMs } = assembly;
  const { config, campaigns } = assembly.setup;
  switch (entry.kind) {
    case 'openrtb':
      return createOpenRtbPartner({
        name: entry.name,
        url: entry.url,
        timeoutMs: entry.timeoutMs,
        qpsMax: entry.qpsMax,
        acceptsTest: entry.acceptsTest ?? false,
        gzip: entry.gzip ?? false,
        terms: {
          exchangeDomain: config.listen.exchangeDomain ?? new URL(publicUrl).hostname,
          defaultAuctionType: config.auction.defaultType,
          currencies: ['USD', ...Object.keys(config.auction.rates)],
        },
      });
    case 'product-search':
      return createProductSearchPartner({
        name: entry.name,
        baseUrl: entry.url === EMBEDDED ? (catalogUrl ?? '') : entry.url,
        clickRate: entry.clickRate ?? CLICK_RATE_DEFAULT,
        timeoutMs: entry.timeoutMs,
        qpsMax: entry.qpsMax,
        acceptsTest: entry.acceptsTest ?? entry.url === EMBEDDED,
        nowMs,
      });
    case 'campaigns':
      return createCampaignsPartner({
        name: entry.name,
        campaigns: campaigns.get(entry.name) ?? [],
        imageBaseUrl: publicUrl,
        purses: assembly.purses,
      });
  }
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
