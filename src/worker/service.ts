import { version } from '../../package.json';
import { createFindSensitive, type FindSensitive } from '../auction/find-sensitive.ts';
import type { ReadyPartner } from '../auction/solicit.ts';
import type { Config } from '../config/config.ts';
import { limitsOf } from '../config/limits-of.ts';
import type { OnMisfit } from '../demand/campaigns/missing-asset.ts';
import { traitsOf } from '../demand/kinds.ts';
import { createAuthorize } from '../exchange/authorize.ts';
import { createExchange } from '../exchange/exchange.ts';
import { createRequestRecorder, type RequestRecorderParts } from '../exchange/record.ts';
import { GeoFault } from '../geo/geo-fault.ts';
import type { GeoSettings } from '../geo/geo-settings.ts';
import { openGeo } from '../geo/open-geo.ts';
import { createFindCaller } from '../http/caller.ts';
import { createPartnerClient } from '../http/client/partner-client.ts';
import { createDocuments, type DocumentFacts } from '../http/documents.ts';
import type { Service } from '../http/public-port.ts';
import { noBidDetails } from '../http/reply.ts';
import { createWorkerSlices, type WorkerSlices } from '../ledger/budgets/worker-slices.ts';
import { shortened } from '../lib/shortened.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { LimitWatch } from '../limits/watched-limiter.ts';
import { createNoticeKeys } from '../notices/keys.ts';
import { createReceiver } from '../notices/receive.ts';
import { createSeller } from '../notices/sell.ts';
import { createSpanExporter } from '../observe/otlp.ts';
import type { Sampler } from '../observe/sample.ts';
import { createBeginTrace, passTrace } from '../observe/trace.ts';
import { createWatch } from '../observe/watch.ts';
import { createWorkerMetrics, type WorkerMetrics } from '../observe/worker-metrics.ts';
import { type Locate, locateNowhere } from '../openrtb/country.ts';
import type { Formats } from '../openrtb/known-formats.ts';
import { createSensitiveMatcher } from '../sensitive/matcher.ts';
import { SHIPPED_LISTS } from '../sensitive/shipped-lists.ts';
import { assembleFormats, assemblePartners, assembleRules } from './assemble.ts';
import { createWorkerLimiter } from './limiter.ts';
import { reaches, saleTerms } from './sale-terms.ts';
import { createStoredCampaigns, type StoredCampaigns } from './stored-campaigns.ts';
import type { Surroundings, Work } from './work.ts';
import type { WorkerJournal } from './worker-journal.ts';

/** Everything that a worker builds from one config. A reload replaces it. */
export type WorkerService = {
  readonly service: Service;
  readonly metrics: WorkerMetrics;
  readonly partners: readonly ReadyPartner[];
  /** Whether limits are shared through Redis; undefined without. */
  readonly isShared: () => boolean | undefined;
  readonly followCampaigns: () => Promise<void>;
  readonly countFailure: () => void;
  readonly close: () => Promise<void>;
};

/** What a worker keeps over a reload, and the public URL of the config. */
export type Lasting = Pick<RequestRecorderParts, 'recent' | 'refusals' | 'notifyLosses'> & {
  readonly sampler: Sampler;
  readonly refusalSampler: Sampler;
  readonly surroundings: Surroundings;
  readonly slot: number;
  readonly publicUrl: string;
  readonly journal: WorkerJournal;
  readonly limitWatch: LimitWatch;
  readonly findImage: DocumentFacts['findImage'];
  readonly randomHex: (bytes: number) => string;
};

export function createWorkerService(work: Work, lasting: Lasting): WorkerService {
  const { setup, plan, memory } = work;
  const { config } = setup;
  const { nowMs, tickMs } = lasting.surroundings;
  const metrics = createWorkerMetrics(plan.layout, memory.slab(lasting.slot), lasting.slot);
  const limits = createWorkerLimiter({ config, memory, nowMs, watch: lasting.limitWatch });
  const slices = createWorkerSlices(plan.accounts, memory.slices, plan.spare);
  const onMisfit = countMisfits(lasting.journal);
  const stored = createStoredCampaigns({ feedFile: work.feedFile, slices, onMisfit, tickMs });
  const partners = partnersOf(work, lasting, { slices, stored });
  const formats = assembleFormats(config);
  const traces = createTraces(config.traces, lasting, metrics);
  const keys = createNoticeKeys(config.notices.keys);
  const parts = {
    work,
    lasting,
    metrics,
    limiter: limits.limiter,
    partners,
    formats,
    traces,
    keys,
  };
  return {
    service: {
      bid: createBid(parts),
      receiveNotice: receiverOf(parts),
      findCaller: findCallerOf(config),
      lookAtLimits: limits.limiter.look,
      isSelling: () => memory.halt[0] === 0,
      documents: documentsOf(config, formats, lasting),
      noBidDetails: noBidDetails(lasting.publicUrl),
    },
    metrics,
    partners,
    isShared: limits.isShared,
    followCampaigns: stored.follow,
    countFailure: () =>
      metrics.refused({ code: 'INTERNAL_ERROR', field: undefined, scope: 'global' }),
    async close() {
      await traces.exporter?.stop();
    },
  };
}

function partnersOf(
  work: Work,
  lasting: Lasting,
  { slices, stored }: { readonly slices: WorkerSlices; readonly stored: StoredCampaigns },
): readonly ReadyPartner[] {
  const { setup, memory, catalogUrl } = work;
  return assemblePartners({
    setup,
    publicUrl: lasting.publicUrl,
    catalogUrl,
    createClient: createPartnerClient,
    wordsOf: memory.gate,
    budgets: slices,
    createStored: stored.createPartner,
    onMisfit: countMisfits(lasting.journal),
    isPaused: (partner) => memory.pauses[partner] !== 0,
    nowMs: lasting.surroundings.nowMs,
  });
}

function countMisfits({ delivery }: WorkerJournal): (partner: string) => OnMisfit {
  return (partner) => (campaign, publisher, missing) =>
    delivery.count(
      { partner, campaign, kind: 'misfit', detail: missing, publisher: shortened(publisher) },
      0,
    );
}

type BidParts = {
  readonly work: Work;
  readonly lasting: Lasting;
  readonly metrics: WorkerMetrics;
  readonly limiter: Limiter;
  readonly partners: readonly ReadyPartner[];
  readonly formats: Formats;
  readonly traces: ReturnType<typeof createTraces>;
  readonly keys: ReturnType<typeof createNoticeKeys>;
};

function createBid(parts: BidParts): Service['bid'] {
  const { work, lasting, limiter, partners, formats, traces, keys } = parts;
  const { config } = work.setup;
  const { log, nowMs, tickMs, newId, chance } = lasting.surroundings;
  const recorder = createRecorder(parts);
  return createExchange({
    limiter,
    locate: openLocate(config.geo),
    authorize: createAuthorize(config.access, config.publishers),
    auction: {
      partners,
      rulesOf: assembleRules(config, formats),
      rates: new Map(Object.entries(config.auction.rates)),
      defaultType: config.auction.defaultType,
      timeoutMs: config.auction.timeoutMs,
      findSensitive: findSensitive(),
    },
    tickMs,
    nowMs,
    chance,
    newId,
    sell: createSeller({
      publicUrl: lasting.publicUrl,
      keys,
      machine: machineTag(work.machineId),
      nowMs,
      ...saleTerms(config),
    }),
    beginTrace: traces.begin,
    recorder,
    onRecordError: (error) => log.error({ err: error }, 'an auction could not be recorded'),
  });
}

function createRecorder({ work, lasting, metrics, partners, traces }: BidParts) {
  const { log, nowMs } = lasting.surroundings;
  const remote = new Set(
    partners.flatMap(({ partner }) => (partner.kind === 'http' ? partner.name : [])),
  );
  const watch = createWatch({
    metrics,
    log,
    sampler: lasting.sampler,
    refusalSampler: lasting.refusalSampler,
    exporter: traces.exporter,
    isRemote: (partner) => remote.has(partner),
    nowMs,
  });
  const { recent, refusals, notifyLosses, journal } = lasting;
  const { tally, delivery } = journal;
  const own = new Set(
    work.setup.config.partners.flatMap((entry) => (traitsOf(entry).campaigns ? entry.name : [])),
  );
  return createRequestRecorder({
    recent,
    refusals,
    notifyLosses,
    watch,
    tally,
    delivery,
    log,
    nowMs,
    countLeftOut: metrics.leftOut,
    isOwn: (partner) => own.has(partner),
  });
}

function receiverOf({ work, keys, lasting, metrics }: BidParts): Service['receiveNotice'] {
  const { journal, surroundings } = lasting;
  const { nowMs } = surroundings;
  return createReceiver({
    keys,
    nowMs,
    keep: journal.record,
    count: metrics.notice,
    reachOf: reaches(work.setup.config),
    onUnreachable: (partner, reason) => metrics.leftOut(partner, reason, 1),
  });
}

function findCallerOf({ limits: { trustedProxies, networks } }: Config) {
  return createFindCaller(
    trustedProxies,
    networks.map(({ network }) => network),
  );
}

function documentsOf(config: Config, { list: formats }: Formats, lasting: Lasting) {
  const { auction, publishers } = config;
  const { publicUrl, findImage } = lasting;
  const limits = limitsOf(config);
  const { timeoutMs } = auction;
  return createDocuments({ publicUrl, timeoutMs, limits, publishers, formats, findImage });
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

/** Without a collector, traces are only passed on to partners. */
function createTraces(
  { otlpUrl: url, sampleRate }: Work['setup']['config']['traces'],
  { surroundings, randomHex }: Lasting,
  metrics: WorkerMetrics,
) {
  const { log, chance } = surroundings;
  if (url === undefined) return { begin: passTrace, exporter: undefined };
  const exporter = createSpanExporter({ url, version, log, onResult: metrics.spans });
  return { begin: createBeginTrace({ sampleRate, chance, randomHex }), exporter };
}

/**
 * From 0 to 65535: the machine whose budget slices a sale was reserved from. Where two machines share a tag, which is
 * rare, reservations may end late.
 */
export function machineTag(machineId: string): number {
  return Number.parseInt(machineId.slice(0, 4), 16) || 0;
}
