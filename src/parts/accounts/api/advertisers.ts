import { advertiserDomain } from '../../../core/openrtb/host-name.ts';
import type { AdvertiserDefinition } from '../../../demand/advertiser-schema.ts';
import { type CampaignSpend, readSpend } from '../../../ledger/delivery/spend.ts';
import { dayOf } from '../../../lib/day.ts';
import { ADVERTISER_TABLE } from '../../../store/account-table.ts';
import {
  ADVERTISERS_MAX,
  BLOCKED_ADVERTISERS_MAX,
  blockedDomainsOf,
  type StoredAdvertiser,
} from '../../../store/advertiser-record.ts';
import { checkAdvertiser } from '../../../store/check-account.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import { accountKey, NO_ACCESS } from '../../../store/stored-account.ts';
import { FILE_REVISION } from '../../campaigns/api/store-document.ts';
import { type KindParts, kindAnswers } from './account-kinds.ts';
import type { AdvertisersApi } from './accounts-api.ts';
import { type CampaignSources, campaignsByDomain } from './advertiser-campaigns.ts';
import { advertiserFigures, RECENT_DAYS } from './advertiser-figures.ts';
import { advertiserList } from './advertiser-list.ts';

/** What campaigns spent is summed up at most this often: people page through a list. */
const SPEND_FRESH_MS = 10_000;

/** Advertisers, by their domains. Campaigns refer to one by their `domain`, and bids by their `adomain`. */
export function advertiserAnswers(sources: CampaignSources, base: KindParts): AdvertisersApi {
  const { feed } = sources;
  const records = () => feed.accounts().advertisers;
  const described = () => [...records().values()].filter(({ state }) => state !== 'deleted');
  const spendNow = createSpend(base);
  const { api } = kindAnswers(base, {
    kind: 'advertiser',
    table: ADVERTISER_TABLE,
    ofConfig: () => undefined,
    idKey: 'domain',
    idOf: ({ domain }) => domain,
    firstState: 'active',
    check: checkAdvertiser,
    countMax: ADVERTISERS_MAX,
    count: () => described().length,
    whenMissing: (id, state) => (state === 'blocked' ? sketchOf(sources, id) : undefined),
  });
  return {
    ...api,
    async read(given) {
      const domain = advertiserDomain(given);
      if (domain === undefined) return undefined;
      return (await api.read(domain)) ?? undescribed(sketchOf(sources, domain));
    },
    replace: (given, value, call) => api.replace(advertiserDomain(given) ?? given, value, call),
    async setState(given, state, call) {
      const domain = advertiserDomain(given);
      if (domain === undefined) return { kind: 'not-found' };
      const isKnown = records().get(accountKey('advertiser', domain))?.state;
      const refused = state === 'blocked' ? refusedBlock(described(), isKnown) : undefined;
      return refused ?? api.setState(domain, state, call);
    },
    async list(question) {
      if (!feed.isRead()) throw new Error('the advertisers of the store are not known yet');
      const [campaigns, spend] = await Promise.all([campaignsByDomain(sources), spendNow()]);
      return advertiserList({ described: described(), campaigns, spend }, question);
    },
    async figures(given) {
      const all = await campaignsByDomain(sources);
      const campaigns = all.get(advertiserDomain(given) ?? given) ?? [];
      return advertiserFigures(campaigns, base.database, base.nowMs());
    },
  };
}

/** The bounds hold for each machine by what it knows, so that a few more may be stored at the same moment. */
function refusedBlock(
  described: readonly StoredAdvertiser[],
  stateNow: StoredAdvertiser['state'] | undefined,
): RefusedChange<never> | undefined {
  if (stateNow === 'blocked') return undefined;
  if (blockedDomainsOf(described).length >= BLOCKED_ADVERTISERS_MAX) {
    const reason = `expected fewer than ${BLOCKED_ADVERTISERS_MAX} blocked advertisers: allow some again`;
    return { kind: 'not-allowed', reason };
  }
  if (stateNow === 'active' || described.length < ADVERTISERS_MAX) return undefined;
  return { kind: 'not-allowed', reason: `expected fewer than ${ADVERTISERS_MAX} advertisers` };
}

/** One that nobody has described, as its campaigns name it. */
function sketchOf({ work, feed }: CampaignSources, domain: string): AdvertiserDefinition {
  const isOfIt = (one: { readonly domain: string }) => advertiserDomain(one.domain) === domain;
  const found =
    [...work().setup.campaigns.values()].flat().find(isOfIt) ??
    [...feed.campaigns().values()].find(
      ({ state, campaign }) => state !== 'deleted' && isOfIt(campaign),
    )?.campaign;
  if (found === undefined) return { domain, name: domain };
  const { advertiser: name, categories } = found;
  return categories === undefined ? { domain, name } : { domain, name, categories };
}

function undescribed(definition: AdvertiserDefinition): StoredAdvertiser {
  return {
    id: definition.domain,
    state: 'active',
    definition,
    access: NO_ACCESS,
    revision: FILE_REVISION,
    createdRevision: FILE_REVISION,
    createdMs: 0,
    changedMs: 0,
    changedBy: 'its campaigns',
  };
}

/** What each campaign spent; undefined: the ledger cannot be read now. Calls at the same time share one reading. */
function createSpend({ database, nowMs }: Pick<KindParts, 'database' | 'nowMs'>) {
  let readMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<readonly CampaignSpend[] | undefined> | undefined;
  const read = async () => {
    const today = dayOf(nowMs());
    return readSpend(database(), { fromDay: today - RECENT_DAYS + 1, today });
  };
  return () => {
    if (reading !== undefined && nowMs() - readMs < SPEND_FRESH_MS) return reading;
    readMs = nowMs();
    reading = read().catch(() => undefined);
    return reading;
  };
}
