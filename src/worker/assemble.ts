import { createGate } from '../auction/gate.ts';
import { NO_RULES, type PublisherRules, SENSITIVE_DEFAULT } from '../auction/rules.ts';
import type { ReadyPartner } from '../auction/solicit.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import {
  createCampaignsPartner,
  type PartnerBudgets,
} from '../demand/campaigns/campaigns-partner.ts';
import type { OnMisfit } from '../demand/campaigns/missing-asset.ts';
import { createRequestFilter } from '../demand/campaigns/request-filter.ts';
import { createOpenRtbPartner } from '../demand/openrtb/openrtb-partner.ts';
import type { OpenRtbVersion, OutgoingTerms } from '../demand/openrtb/outgoing-request.ts';
import type { LocalPartner, Partner, Send } from '../demand/partner.ts';
import { createProductSearchPartner } from '../demand/product-search/product-search-partner.ts';
import { toMicros } from '../lib/money.ts';
import { createFormats, type Formats } from '../openrtb/known-formats.ts';

/** From the config to the parts of an auction. */

export type Assembly = {
  readonly setup: Setup;
  readonly publicUrl: string;
  /** Of the product service that ships with Parley, where a partner wants it. */
  readonly catalogUrl: string | undefined;
  readonly createClient: () => Send & { readonly connections: () => number };
  readonly budgets: PartnerBudgets;
  /** The partner with the campaigns of the store. */
  readonly createStored: (name: string, imageBaseUrl: string) => LocalPartner;
  /** By the name of the partner. */
  readonly onMisfit: (partner: string) => OnMisfit;
  /** Whether an operator wants the partner left alone, by its place in the config. */
  readonly isPaused: (partner: number) => boolean;
  /** The memory of a partner's gate, by its place in the config. */
  readonly wordsOf: (partner: number) => BigUint64Array<ArrayBufferLike>;
  readonly nowMs: () => number;
};

export function assemblePartners(assembly: Assembly): readonly ReadyPartner[] {
  const { nowMs, wordsOf } = assembly;
  const termsOf = outgoingTerms(assembly);
  return assembly.setup.config.partners.map((entry, index): ReadyPartner => {
    const partner = createPartner(entry, assembly, termsOf);
    const standing = {
      gvlId: entry.kind === 'openrtb' ? entry.gvlId : undefined,
      needsConsent: entry.kind === 'openrtb' && entry.needsConsent === true,
    };
    const isPaused = () => assembly.isPaused(index);
    const seats = entry.kind === 'openrtb' ? entry.seats : undefined;
    if (partner.kind === 'local') return { partner, standing, isPaused, seats };
    const gate = createGate({ qpsMax: partner.qpsMax, words: wordsOf(index), nowMs });
    const send = assembly.createClient();
    const wants = 'only' in entry && entry.only ? createRequestFilter(entry.only) : undefined;
    return { partner, standing, isPaused, seats, gate, send, wants, connections: send.connections };
  });
}

type OpenRtbEntry = Extract<Config['partners'][number], { readonly kind: 'openrtb' }>;

/** One object per version, so that partners with the same version share what is serialised for them. */
function outgoingTerms({ publicUrl, setup: { config } }: Assembly) {
  const common = {
    exchangeDomain: config.listen.exchangeDomain ?? new URL(publicUrl).hostname,
    defaultAuctionType: config.auction.defaultType,
    currencies: ['USD', ...Object.keys(config.auction.rates)],
    impExt: undefined,
  };
  const byVersion: Readonly<Record<OpenRtbVersion, OutgoingTerms>> = {
    '2.5': { ...common, version: '2.5' },
    '2.6': { ...common, version: '2.6' },
  };
  return ({ openrtbVersion = '2.6', impExt }: OpenRtbEntry): OutgoingTerms => {
    const shared = byVersion[openrtbVersion];
    return impExt === undefined ? shared : { ...shared, impExt };
  };
}

export const EMBEDDED = 'embedded';

/** Of a hundred people who see a product, one clicks. */
const CLICK_RATE_DEFAULT = 0.01;

function createPartner(
  entry: Config['partners'][number],
  assembly: Assembly,
  termsOf: (entry: OpenRtbEntry) => OutgoingTerms,
): Partner {
  const { publicUrl, catalogUrl, nowMs } = assembly;
  const { campaigns } = assembly.setup;
  switch (entry.kind) {
    case 'openrtb':
      return createOpenRtbPartner({
        name: entry.name,
        url: entry.url,
        timeoutMs: entry.timeoutMs,
        qpsMax: entry.qpsMax,
        acceptsTest: entry.acceptsTest ?? false,
        gzip: entry.gzip ?? false,
        headers: entry.headers ?? {},
        terms: termsOf(entry),
      });
    case 'product-search':
      return createProductSearchPartner({
        name: entry.name,
        baseUrl: entry.url === EMBEDDED ? (catalogUrl ?? '') : entry.url,
        clickRate: entry.clickRate ?? CLICK_RATE_DEFAULT,
        timeoutMs: entry.timeoutMs,
        qpsMax: entry.qpsMax,
        acceptsTest: entry.acceptsTest ?? entry.url === EMBEDDED,
        headers: entry.headers ?? {},
        nowMs,
      });
    case 'campaigns':
      if (entry.store === true) return assembly.createStored(entry.name, publicUrl);
      return createCampaignsPartner({
        name: entry.name,
        campaigns: campaigns.get(entry.name) ?? [],
        imageBaseUrl: publicUrl,
        budgets: assembly.budgets,
        onMisfit: assembly.onMisfit(entry.name),
      });
  }
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
export function assembleRules(
  config: Config,
  formats: Formats,
): (publisher: string | undefined) => PublisherRules {
  const rules = new Map(
    config.publishers.map((publisher): [string, PublisherRules] => [
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
  return (publisher) => (publisher === undefined ? undefined : rules.get(publisher)) ?? unlisted;
}
