import { createFindSensitive } from '../../core/auction/find-sensitive.ts';
import { createAuthorize } from '../../core/exchange/authorize.ts';
import { createExchange } from '../../core/exchange/exchange.ts';
import type { Limiter } from '../../core/exchange/limiter.ts';
import { tooMany } from '../../core/exchange/receive.ts';
import { createRecentRefusals } from '../../core/exchange/recent-refusals.ts';
import {
  AUCTIONS_REMEMBERED,
  createRememberedAuctions,
} from '../../core/exchange/remembered-auctions.ts';
import { type Locate, locateNowhere } from '../../core/openrtb/validate.ts';
import { createNoticeKeys } from '../../core/sale/keys.ts';
import { createLossNotices } from '../../core/sale/loss-notices.ts';
import { createMessageKeys } from '../../core/sale/message-key.ts';
import { createSeller } from '../../core/sale/sell.ts';
import { createKeyVersions } from '../../demand/campaigns/advertiser-key.ts';
import { defaultImage } from '../../demand/campaigns/default-images.ts';
import type { OnMisfit } from '../../demand/campaigns/fit-creative.ts';
import { createAdvertiserRules, type FrequencyParts } from '../../demand/campaigns/frequency.ts';
import { createFindImage } from '../../demand/catalog/images.ts';
import { loadProducts } from '../../demand/catalog/products.ts';
import { openTables } from '../../language/open-tables.ts';
import { shippedMatcher } from '../../language/sensitive/matcher.ts';
import { createWorkerPortions, limitedBy } from '../../ledger/budgets/portion-memory.ts';
import { createReceiver } from '../../ledger/notices/receive.ts';
import { createConversionReceiver } from '../../ledger/notices/receive-conversion.ts';
import type { Refusal } from '../../lib/refusal.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { serverUrl } from '../../lib/server-url.ts';
import { shortened } from '../../lib/shortened.ts';
import { createFeedReader } from '../../store/feed/feed.ts';
import type { Config } from '../config/config.ts';
import { createAllowance, createBusyCallers } from '../fleet/allowances.ts';
import { GeoFault } from '../geo/geo.ts';
import { openGeo } from '../geo/open-geo.ts';
import { ADCP_PATH, createBuyerCalls, PASSED_CALL_MS_MAX } from '../http/buyer-calls.ts';
import { createFindCaller } from '../http/caller.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { createPartnerClient } from '../http/client/partner-client.ts';
import { createDocuments } from '../http/documents.ts';
import { type FindPicture, PICTURES_ROOT } from '../http/images.ts';
import type { Service } from '../http/public-port.ts';
import { FAILURE, noBidDetails } from '../http/reply.ts';
import { createFindStored, type FindStored } from '../http/stored-images.ts';
import { createSubjectCounts } from '../limits/frequency/subject-counts.ts';
import { createMachineLimiter, wholeLimit } from '../limits/machine-limiter.ts';
import { createLimitWatch } from '../limits/watched-limiter.ts';
import { createSampler } from '../observe/sample.ts';
import { createWorkerMetrics } from '../observe/worker-metrics.ts';
import { assignedOf } from './accounts.ts';
import { createAnswers } from './answers.ts';
import { assembleFormats, createAssembler, currenciesOf, limitsOf, ratesOf } from './assemble.ts';
import { newsOf } from './feed-news.ts';
import { createLivePartners } from './live-partners.ts';
import { CAMPAIGN_ROWS, type Memory } from './memory.ts';
import type { BringImage, Placement, Questions, SupervisorAsks } from './messages.ts';
import { createOwnCampaigns } from './own-campaigns.ts';
import type { AnswersTo, Ask } from './pipe.ts';
import { createPublisherBook } from './publisher-book.ts';
import { createRequestRecorder } from './record.ts';
import type { Work } from './work.ts';
import { openWorkerJournal, type WorkerJournal } from './worker-journal.ts';

const LOG_LINES_PER_SECOND = 5;
/** Longer than the supervisor takes where the database answers. */
const BRING_MS_MAX = 5000;

/** Everything that a worker builds from its config. */
export type WorkerService = ReturnType<typeof createWorkerService>;

export function createWorkerService(
  work: Work,
  { port, slot, journal: name }: Placement,
  ask: Ask<SupervisorAsks>,
  { log, nowMs, tickMs, newId, chance }: Runtime,
) {
  const { setup, rows, memory } = work;
  const { feedFile, catalogUrl, machineId, workers } = work.assignment;
  const { config } = setup;
  const { dataDir } = config;
  openTables(dataDir);
  const bringImage: BringImage = async (path) =>
    (await ask('bringImage', BRING_MS_MAX, path)) ?? 'busy';
  const journal = openWorkerJournal({ dataDir, name, workers, nowMs, chance, log });
  const publicUrl = config.listen.publicUrl ?? serverUrl(config.listen.host, port);
  const metrics = createWorkerMetrics(memory.metrics, memory.slab(slot));
  const budgets = createWorkerPortions(memory.portions, CAMPAIGN_ROWS);
  for (const { index, account } of assignedOf(work)) budgets.assign(index, limitedBy(account));
  const onMisfit = countMisfits(journal);
  const frequency = createWorkerFrequency(config, memory);
  const readFeed = createFeedReader(feedFile);
  const first = newsOf(readFeed());
  const own = createOwnCampaigns(first, rows.campaigns, budgets, { onMisfit, frequency }, tickMs);
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
  const partners = createLivePartners(config.partners, rows.partners, assemble, metrics);
  partners.take(first.partners);
  const formats = assembleFormats(config);
  const publishers = createPublisherBook(config, formats);
  publishers.take(first);
  const limits = createWorkerLimiter(work, nowMs, publishers.perSecond);
  const rates = ratesOf(config);
  const recent = createRememberedAuctions(AUCTIONS_REMEMBERED, nowMs);
  const refusals = createRecentRefusals();
  const sampleLog = () => createSampler(LOG_LINES_PER_SECOND, { nowMs, chance });
  const recorder = createRequestRecorder({
    recent,
    refusals,
    // With those that were removed, whose notices come later.
    notifyLosses: createLossNotices(createNoticeClient(partners.known)),
    metrics,
    sampler: sampleLog(),
    refusalSampler: sampleLog(),
    tally: journal.tally,
    delivery: journal.delivery,
    sample:
      config.ledger.sampleDays === 0
        ? () => {}
        : (auction) => journal.samples.consider(auction, rates),
    log,
    nowMs,
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
      findSensitive: createFindSensitive(shippedMatcher()),
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
    findPicture: createFindPicture(createFindStored(dataDir, bringImage)),
    answerBuyer: config.adcp.enabled
      ? createBuyerCalls({
          pass: (call) => ask('answerBuyer', PASSED_CALL_MS_MAX, call),
          admit: (caller) => refusedByLimits(limits.limiter, caller)?.details.reason,
          count: (reason) => metrics.add('parley_adcp_refused_total', [reason], 1),
        })
      : undefined,
    noBidDetails: noBidDetails(publicUrl),
  };
  const answers: AnswersTo<Questions> = createAnswers({
    ...{ recent, refusals, journal, nowMs, machineId },
    partners: partners.all,
    limits,
    /** Brings in what has changed in the store. Publishers and partners change at once. */
    async followFeed(): Promise<void> {
      const news = newsOf(readFeed());
      publishers.take(news);
      partners.take(news.partners);
      await own.follow(news);
    },
  });
  return {
    service,
    answers,
    journal,
    metrics,
    partners: partners.all,
    /** Whether limits are shared through Redis; undefined without. */
    isRedisUp: limits.isShared,
    /** A request that was answered with a 500: it is found among the refusals. */
    noteFailure(requestId: string): void {
      const { code, details } = FAILURE;
      const { reason } = details;
      metrics.refused({ code: 'INTERNAL_ERROR', field: undefined, scope: 'global' });
      const timeMs = nowMs();
      refusals.add({ requestId, timeMs, code, reason, field: undefined, publisher: undefined });
    },
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
  nowMs: () => number,
  byPublisher: ReadonlyMap<string, number>,
) {
  const isAlone = config.redisUrl === undefined;
  const limits = { ...limitsOf(config), byPublisher };
  const allowanceOf = isAlone ? wholeLimit : createAllowance(memory.lots);
  const watch = createLimitWatch();
  return {
    limiter: watch.watched(createMachineLimiter(limits, memory.limits, nowMs, allowanceOf)),
    watch,
    busyCallers: createBusyCallers({ limits, memory, workers: assignment.workers, watch }),
    /** Whether the limits are shared with the other machines; undefined without Redis. */
    isShared: () => (isAlone ? undefined : memory.lots.validUntil() >= Math.floor(nowMs() / 1000)),
  };
}

/** What the campaigns of this config share to keep to their frequency caps. */
function createWorkerFrequency({ notices }: Config, memory: Memory): FrequencyParts {
  const [secret = ''] = notices.keys;
  return {
    counts: createSubjectCounts(memory.frequency, secret),
    advertisers: createAdvertiserRules(),
  };
}

function countMisfits({ delivery }: WorkerJournal): (partner: string) => OnMisfit {
  return (partner) => (campaign, publisher, missing) =>
    delivery.count('misfit', 0, partner, campaign, missing, shortened(publisher));
}

/** The supervisor has verified the file. A file that was damaged since knows no countries. */
function openLocate(settings: Config['geo']): Locate {
  const geo = openGeo(settings);
  return geo instanceof GeoFault ? locateNowhere : geo.countryOf;
}

/** Those that are drawn here, for sample campaigns and products, and those that people have uploaded. */
function createFindPicture(findStored: FindStored): FindPicture {
  const findProductImage = createFindImage(loadProducts());
  return async (path) => {
    const svg =
      defaultImage(path.slice(PICTURES_ROOT.length, -'.svg'.length)) ?? findProductImage(path);
    if (svg !== undefined) return { body: svg, contentType: 'image/svg+xml' };
    const stored = await findStored(path);
    if (typeof stored === 'string') return stored;
    // Sent from the file: as bytes, each caller that takes them slowly would hold as much memory as the image has.
    return { body: Bun.file(stored.file), contentType: stored.mime, hash: stored.hash };
  };
}
