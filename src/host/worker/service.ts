import { createFindSensitive, type FindSensitive } from '../../core/auction/find-sensitive.ts';
import { createAuthorize } from '../../core/exchange/authorize.ts';
import { createExchange } from '../../core/exchange/exchange.ts';
import type { Limiter } from '../../core/exchange/limiter.ts';
import { tooMany } from '../../core/exchange/receive.ts';
import { type Locate, locateNowhere } from '../../core/openrtb/country.ts';
import { createNoticeKeys } from '../../core/sale/keys.ts';
import { createMessageKeys } from '../../core/sale/message-key.ts';
import { createSeller } from '../../core/sale/sell.ts';
import { createKeyVersions } from '../../demand/campaigns/advertiser-key.ts';
import type { OnMisfit } from '../../demand/campaigns/fit-creative.ts';
import { createAdvertiserRules, type FrequencyParts } from '../../demand/campaigns/frequency.ts';
import { createSensitiveMatcher } from '../../language/sensitive/matcher.ts';
import { SHIPPED_LISTS } from '../../language/sensitive/shipped-lists.ts';
import { createWorkerPortions } from '../../ledger/budgets/portion-memory.ts';
import { createReceiver } from '../../ledger/notices/receive.ts';
import { createConversionReceiver } from '../../ledger/notices/receive-conversion.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { serverUrl } from '../../lib/server-url.ts';
import { shortened } from '../../lib/shortened.ts';
import { createFeedReader } from '../../store/feed/feed.ts';
import { assembleFormats } from '../config/assemble-formats.ts';
import type { Config } from '../config/config.ts';
import { limitsOf } from '../config/limits-of.ts';
import { createAllowance, createBusyCallers } from '../fleet/allowances.ts';
import { mapLots } from '../fleet/lot-memory.ts';
import { GeoFault } from '../geo/geo-fault.ts';
import type { GeoSettings } from '../geo/geo-settings.ts';
import { openGeo } from '../geo/open-geo.ts';
import { ADCP_PATH, createBuyerCalls } from '../http/buyer-calls.ts';
import { createFindCaller } from '../http/caller.ts';
import { createPartnerClient } from '../http/client/partner-client.ts';
import { createDocuments } from '../http/documents.ts';
import type { Service } from '../http/public-port.ts';
import { noBidDetails } from '../http/reply.ts';
import { mapCounts } from '../limits/frequency/count-memory.ts';
import { createSubjectCounts } from '../limits/frequency/subject-counts.ts';
import { createMachineLimiter, wholeLimit } from '../limits/machine-limiter.ts';
import { createWatch } from '../observe/watch.ts';
import { createWorkerMetrics } from '../observe/worker-metrics.ts';
import { createAssembler, currenciesOf, ratesOf } from './assemble.ts';
import { newsOf } from './feed-news.ts';
import type { KeptOverReloads } from './kept.ts';
import { createLivePartners } from './live-partners.ts';
import type { Memory } from './memory.ts';
import { createOwnCampaigns } from './own-campaigns.ts';
import { createPassCall } from './pass-call.ts';
import { createPublisherBook } from './publisher-book.ts';
import { createRequestRecorder } from './record.ts';
import type { Work } from './work.ts';
import type { WorkerJournal } from './worker-journal.ts';

/** Everything that a worker builds from one config. A reload replaces it. */
export type WorkerService = ReturnType<typeof createWorkerService>;

export function createWorkerService(work: Work, kept: KeptOverReloads) {
  const { setup, plan, memory } = work;
  const { feedFile, catalogUrl, machineId, sellerSocket } = work.assignment;
  const { config } = setup;
  const { log, nowMs, tickMs, newId, chance, slot, journal } = kept;
  const publicUrl = config.listen.publicUrl ?? serverUrl(config.listen.host, kept.port);
  const metrics = createWorkerMetrics(plan.layout, memory.slab(slot), slot);
  const budgets = createWorkerPortions(plan.accounts, memory.portions, plan.spare);
  const onMisfit = countMisfits(journal);
  const frequency = createWorkerFrequency(config, memory);
  const readFeed = createFeedReader(feedFile);
  const first = newsOf(readFeed());
  const own = createOwnCampaigns(first, budgets, { onMisfit, frequency }, tickMs);
  const assemble = createAssembler({
    setup,
    publicUrl,
    catalogUrl,
    createClient: createPartnerClient,
    wordsOf: memory.gate,
    createLive: own.createPartner,
    rates: own.rates,
    isPaused: (row) => memory.pauses[row] !== 0,
    nowMs,
  });
  const partners = createLivePartners(config, assemble, metrics);
  partners.take(first.partners);
  const formats = assembleFormats(config);
  const publishers = createPublisherBook(config, formats);
  publishers.take(first);
  const limits = createWorkerLimiter(work, kept, publishers.perSecond);
  const rates = ratesOf(config);
  const recorder = createRequestRecorder({
    recent: kept.recent,
    refusals: kept.refusals,
    notifyLosses: kept.notifyLosses,
    watch: createWatch({
      metrics,
      log,
      sampler: kept.sampler,
      refusalSampler: kept.refusalSampler,
    }),
    tally: journal.tally,
    delivery: journal.delivery,
    sample:
      config.ledger.sampleDays === 0
        ? () => {}
        : (auction) => journal.samples.consider(auction, rates),
    log,
    nowMs,
    countLeftOut: metrics.leftOut,
    isOwn: (partner) => partners.termsOf(partner)?.isOwn === true,
  });
  const keys = createNoticeKeys(config.notices.keys, createKeyVersions(config.partners));
  const bid = createExchange({
    limiter: limits.limiter,
    locate: openLocate(config.geo),
    authorize: createAuthorize(config.access, publishers.access, publishers.holds),
    auction: {
      partners: partners.all,
      rulesOf: publishers.rulesOf,
      rates,
      defaultType: config.auction.defaultType,
      timeoutMs: config.auction.timeoutMs,
      findSensitive: findSensitive(),
    },
    tickMs,
    nowMs,
    chance,
    newId,
    placementsOf: publishers.placementsOf,
    sell: createSeller({
      publicUrl,
      keys,
      nowMs,
      shareOf: publishers.shareOf,
      billOnOf: (partner) => partners.termsOf(partner)?.billOn ?? 'burl',
      trackersOf: (partner) => partners.termsOf(partner)?.trackers ?? 'client',
    }),
    recorder,
    onRecordError: (error) => log.error({ err: error }, 'an auction could not be recorded'),
  });
  const receiving = {
    keys,
    counts: frequency.counts,
    nowMs,
    keep: journal.record,
    count: metrics.notice,
  };
  const receiveNotice = createReceiver({
    ...receiving,
    reachOf: (partner) =>
      partners.termsOf(partner)?.internalNotices === true ? 'anywhere' : 'internet',
    onUnreachable: (partner, reason) => metrics.leftOut(partner, reason, 1),
  });
  const receiveConversion = createConversionReceiver({
    ...receiving,
    rates,
    admit: (caller) => refusedByLimits(limits.limiter, caller),
  });
  const { trustedProxies, networks } = config.limits;
  const service: Service = {
    bid,
    receiveNotice,
    receiveConversion,
    findCaller: createFindCaller(
      trustedProxies,
      networks.map(({ network }) => network),
    ),
    lookAtLimits: limits.limiter.look,
    documents: createDocuments({
      publicUrl,
      timeoutMs: config.auction.timeoutMs,
      currencies: currenciesOf(config),
      limits: limitsOf(config),
      sellers: publishers.sellers,
      formats: formats.list,
      agent: agentOf(config, publicUrl),
    }),
    findPicture: kept.findPicture,
    answerBuyer: config.adcp.enabled
      ? createBuyerCalls({
          pass: createPassCall(sellerSocket),
          admit: (caller) => refusedByLimits(limits.limiter, caller)?.details.reason,
          count: metrics.buyerCallRefused,
        })
      : undefined,
    noBidDetails: noBidDetails(publicUrl),
  };
  return {
    service,
    machineId,
    metrics,
    partners: partners.all,
    /** With those that were removed, whose notices come later. */
    knownPartners: partners.known,
    /** Whether limits are shared through Redis; undefined without. */
    isRedisUp: limits.isShared,
    busyCallers: limits.busyCallers,
    /** Brings in what has changed in the store. Publishers and partners change at once. */
    async followFeed(): Promise<void> {
      const news = newsOf(readFeed());
      publishers.take(news);
      partners.take(news.partners);
      await own.follow(news);
    },
    countFailure: () =>
      metrics.refused({ code: 'INTERNAL_ERROR', field: undefined, scope: 'global' }),
  };
}

/** What is published of the seller for AI buyers. */
function agentOf({ adcp, notices }: Config, publicUrl: string) {
  if (!adcp.enabled) return undefined;
  const { jwks } = createMessageKeys(notices.keys);
  return { url: `${adcp.publicUrl ?? publicUrl}${ADCP_PATH}`, keys: jwks };
}

function refusedByLimits(limiter: Limiter, caller: string): Refusal | undefined {
  const { isAdmitted, state } = limiter.admit(caller);
  return isAdmitted ? undefined : tooMany(state);
}

/** The limits of this machine, or its part of those that machines share. */
function createWorkerLimiter(
  { setup: { config }, memory, assignment }: Work,
  { limitWatch: watch, nowMs }: KeptOverReloads,
  byPublisher: ReadonlyMap<string, number>,
) {
  const isAlone = config.redisUrl === undefined;
  const limits = { ...limitsOf(config), byPublisher };
  const allowanceOf = isAlone ? wholeLimit : createAllowance(memory.lots);
  const lots = mapLots(memory.lots);
  return {
    limiter: watch.watched(createMachineLimiter(limits, memory.limits, nowMs, allowanceOf)),
    busyCallers: createBusyCallers({ limits, memory, workers: assignment.workers, watch }),
    /** Whether the limits are shared with the other machines; undefined without Redis. */
    isShared: () => (isAlone ? undefined : lots.validUntil() >= Math.floor(nowMs() / 1000)),
  };
}

/** What the campaigns of this config share to keep to their frequency caps. */
function createWorkerFrequency({ notices }: Config, memory: Memory): FrequencyParts {
  const [secret = ''] = notices.keys;
  return {
    counts: createSubjectCounts(mapCounts(memory.frequency), secret),
    advertisers: createAdvertiserRules(),
  };
}

function countMisfits({ delivery }: WorkerJournal): (partner: string) => OnMisfit {
  return (partner) => (campaign, publisher, missing) =>
    delivery.count('misfit', 0, partner, campaign, missing, shortened(publisher));
}

let finder: FindSensitive | undefined;

/** One for all configs of a process: compiling the lists takes tens of milliseconds. */
function findSensitive(): FindSensitive {
  finder ??= createFindSensitive(createSensitiveMatcher(SHIPPED_LISTS));
  return finder;
}

/** The supervisor has verified the file. A file that was damaged since knows no countries. */
function openLocate(settings: GeoSettings): Locate {
  const geo = openGeo(settings);
  return geo instanceof GeoFault ? locateNowhere : geo.countryOf;
}
