import Type from 'typebox';
import { advertiserDomain } from '../../core/openrtb/host-name.ts';
import type { AdvertiserDefinition } from '../../demand/advertiser-schema.ts';
import type { Host } from '../../host/host.ts';
import { op } from '../../host/op.ts';
import {
  ListQuestion,
  pageOf,
  type RecordList,
  recordAnswer,
  recordOps,
  shownRecord,
} from '../../host/record-ops.ts';
import { type CampaignSpend, readSpend } from '../../ledger/delivery/read-delivery.ts';
import { dayOf } from '../../lib/day.ts';
import { perObject } from '../../lib/lookup.ts';
import { told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import {
  ADVERTISER,
  BLOCKED_ADVERTISERS_MAX,
  blockedDomainsOf,
  type StoredAdvertiser,
} from '../../store/account-kinds.ts';
import { CAMPAIGN, type StoredCampaign } from '../../store/campaign-kind.ts';
import {
  type AdvertiserFigures,
  type AdvertiserRow,
  advertiserFigures,
  advertiserRows,
  campaignsByDomain,
  RECENT_DAYS,
} from './advertiser-figures.ts';
import { ADVERTISER_SORTS, type AdvertiserSort } from './page/sorts.ts';

/** What campaigns spent is summed up at most this often: people page through a list. */
const SPEND_FRESH_MS = 10_000;

const NO_SHOWN = Type.Object({});

const domainOf = (text: string): string => advertiserDomain(text) ?? text;

const [, CREATE, , REPLACE, REMOVE, , HISTORY] = recordOps(
  '/api/advertisers',
  '{domain}',
  ADVERTISER,
  { write: 'ads', shown: NO_SHOWN, idFrom: domainOf },
);

const Advertiser = recordAnswer(
  ADVERTISER,
  Type.Object({
    isDescribed: Type.Boolean({
      description: 'False: nobody has described it, and the definition is what its campaigns say.',
    }),
  }),
);

/** Advertisers by their domains. Campaigns refer to one by their `domain`, and bids by their `adomain`. */
export const ADVERTISER_OPS = [
  ...[CREATE, REPLACE, REMOVE, HISTORY],
  op('GET /api/advertisers', {
    role: 'read',
    summary: 'Advertisers that are described, and those that campaigns name, fifty a page',
    query: Type.Object({
      ...ListQuestion.properties,
      sort: Type.Optional(Type.Unsafe<AdvertiserSort>(Type.Enum(Object.keys(ADVERTISER_SORTS)))),
    }),
    answer: told<RecordList<AdvertiserRow>>(),
    waitMsMax: 30_000,
    async run({ host, query }) {
      if (!host.records.isRead()) throw new Error('the advertisers are not known yet');
      const [campaigns, spend] = await Promise.all([campaignsByDomain(host), spendNow(host)()]);
      const described = host.records.all(ADVERTISER);
      return pageOf(advertiserRows({ described, campaigns, spend }, query), query.page);
    },
  }),
  op('GET /api/advertisers/{domain}', {
    role: 'read',
    summary: 'One advertiser, also one that nobody has described yet',
    answer: Advertiser,
    async run({ host, parts }) {
      const domain = advertiserDomain(parts.domain);
      if (domain === undefined) return refuse.notFound(`"${parts.domain}" is no domain`);
      const stored = await host.store.read(ADVERTISER, domain);
      return shownAdvertiser(stored ?? undescribed(sketchOf(host, domain)));
    },
  }),
  op('POST /api/advertisers/{domain}/state', {
    // It stops the ads of an advertiser for everybody.
    role: 'admin',
    summary: 'Blocks it for all publishers, or allows it again',
    ifMatch: 'optional',
    body: Type.Object({ state: Type.Enum(['active', 'blocked']) }),
    answer: Advertiser,
    async run({ host, parts, body: { state }, by }) {
      const domain = advertiserDomain(parts.domain);
      if (domain === undefined) return refuse.notFound(`"${parts.domain}" is no domain`);
      const known = await host.store.read(ADVERTISER, domain);
      if (state === 'blocked' && known?.state !== 'blocked') {
        // The bound holds for each machine by what it knows, so that a few more may be stored at the same moment.
        const blocked = blockedDomainsOf(host.records.all(ADVERTISER));
        if (blocked.length >= BLOCKED_ADVERTISERS_MAX) return TOO_MANY_BLOCKED;
      }
      if (known === undefined && state === 'active') {
        return refuse.notFound(`there is no advertiser "${domain}"`);
      }
      const result =
        known === undefined
          ? await host.store.create(ADVERTISER, sketchOf(host, domain), by, { state })
          : await host.store.change(ADVERTISER, domain, {
              action: 'state',
              by,
              next: () => ({ state }),
            });
      return result instanceof Refusal ? result : shownAdvertiser(result);
    },
  }),
  op('GET /api/advertisers/{domain}/figures', {
    role: 'read',
    summary: 'Its campaigns, what they spent and showed, and what of them waits for approval',
    answer: told<AdvertiserFigures>(),
    async run({ host, parts }) {
      const all = await campaignsByDomain(host);
      const campaigns = all.get(domainOf(parts.domain)) ?? [];
      return advertiserFigures(campaigns, host.database, host.nowMs());
    },
  }),
] as const;

const TOO_MANY_BLOCKED = refuse.notAllowed(
  `expected fewer than ${BLOCKED_ADVERTISERS_MAX} blocked advertisers: allow some again`,
);

function shownAdvertiser(stored: StoredAdvertiser) {
  return { ...shownRecord(ADVERTISER, stored), isDescribed: stored.revision > 0 };
}

/** One that nobody has described, as its campaigns name it. */
function sketchOf({ records }: Pick<Host, 'records'>, domain: string): AdvertiserDefinition {
  const isOfIt = (one: StoredCampaign) => advertiserDomain(one.definition.domain) === domain;
  const found = records.all(CAMPAIGN).find(isOfIt)?.definition;
  if (found === undefined) return { domain, name: domain };
  const { advertiser: name, categories } = found;
  return categories === undefined ? { domain, name } : { domain, name, categories };
}

function undescribed(definition: AdvertiserDefinition): StoredAdvertiser {
  return {
    ...{ id: definition.domain, source: 'config', state: 'active', definition, kept: null },
    ...{ revision: 0, createdMs: 0, createdRevision: 0, changedMs: 0, changedBy: 'its campaigns' },
  };
}

/** What each campaign spent; undefined: the ledger cannot be read now. Calls at the same time share one reading. */
const spendNow = perObject(({ database, nowMs }: Host) => {
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
});
