import { version } from '../../package.json';
import { createFindSensitive, type FindSensitive } from '../auction/find-sensitive.ts';
import type { ReadyPartner } from '../auction/solicit.ts';
import { createExchange } from '../exchange/exchange.ts';
import { createRequestRecorder, type RequestRecorderParts } from '../exchange/record.ts';
import { GeoFault } from '../geo/geo-fault.ts';
import type { GeoSettings } from '../geo/geo-settings.ts';
import { openGeo } from '../geo/open-geo.ts';
import { createFindCaller } from '../http/caller.ts';
import { createPartnerClient } from '../http/client/partner-client.ts';
import { createDocuments, type DocumentFacts } from '../http/documents.ts';
import type { Service } from '../http/public-port.ts';
import { createPurses } from '../ledger/budgets/purses.ts';
import type { RedisLimiterStatus } from '../limits/redis-limiter.ts';
import type { LimitWatch } from '../limits/watched-limiter.ts';
import { createNoticeKeys } from '../notices/keys.ts';
import { NOTICE_ROOT } from '../notices/paths.ts';
import { createReceiver } from '../notices/receive.ts';
import { createSeller } from '../notices/sell.ts';
import { createSpanExporter } from '../observe/otlp.ts';
import type { Sampler } from '../observe/sample.ts';
import { createBeginTrace, passTrace } from '../observe/trace.ts';
import { createWatch } from '../observe/watch.ts';
import { createWorkerMetrics, type WorkerMetrics } from '../observe/worker-metrics.ts';
import { type Locate, locateNowhere } from '../openrtb/country.ts';
import { ALL_LISTS } from '../sensitive/all-lists.ts';
import { createSensitiveMatcher } from '../sensitive/matcher.ts';
import { createAllowsOrigin } from './allows-origin.ts';
import { assemblePartners, assembleRules } from './assemble.ts';
import type { Keeper } from './keeper.ts';
import { createWorkerLimiter } from './limiter.ts';
import type { Surroundings, Work } from './work.ts';

/** What a worker serves with one config, from its start or the last reload to the next. */
export type WorkerService = {
  readonly service: Service;
  readonly metrics: WorkerMetrics;
  readonly partners: readonly ReadyPartner[];
  readonly redis: () => RedisLimiterStatus | null;
  readonly countFailure: () => void;
  readonly close: () => Promise<void>;
};

/** What outlives a reload. */
export type Lasting = Pick<RequestRecorderParts, 'recent' | 'notifyLosses'> & {
  readonly sampler: Sampler;
  readonly surroundings: Surroundings;
  readonly slot: number;
  readonly publicUrl: string;
  readonly keeper: Keeper;
  readonly limitWatch: LimitWatch;
  readonly sheds: () => boolean;
  readonly findImage: DocumentFacts['findImage'];
  readonly randomHex: (bytes: number) => string;
};

export function createWorkerService(work: Work, lasting: Lasting): WorkerService {
  const { setup, plan, memory, machineId } = work;
  const { config } = setup;
  const { surroundings, publicUrl, keeper } = lasting;
  const { log, nowMs, tickMs, newId, chance } = surroundings;

  const metrics = createWorkerMetrics(plan.layout, memory.slab(lasting.slot), lasting.slot);
  const limits = createWorkerLimiter({
    ...{ config, memory, machineId, nowMs, log },
    watch: lasting.limitWatch,
  });
  const keys = createNoticeKeys(config.notices.keys);
  const partners = assemblePartners({
    setup,
    publicUrl,
    catalogUrl: work.catalogUrl,
    createClient: createPartnerClient,
    wordsOf: memory.gate,
    purses: createPurses(plan.accounts, memory.purses),
    isPaused: (partner) => memory.pauses[partner] !== 0,
    nowMs,
  });
  const traces = createTraces(config.traces, lasting, metrics);
  const remote = new Set(
    partners.flatMap(({ partner }) => (partner.kind === 'http' ? partner.name : [])),
  );
  const watch = createWatch({
    metrics,
    log,
    sampler: lasting.sampler,
    exporter: traces.exporter,
    isRemote: (partner) => remote.has(partner),
    nowMs,
  });
  const { recent, notifyLosses } = lasting;
  const { tally, add: addEntry } = keeper;
  const recorder = createRequestRecorder({
    recent,
    notifyLosses,
    watch,
    tally,
    addEntry,
    log,
    nowMs,
  });
  const billing = new Map(config.partners.map(({ name, billOn }) => [name, billOn]));

  const service: Service = {
    bid: createExchange({
      limiter: limits.limiter,
      sheds: lasting.sheds,
      locate: openLocate(config.geo),
      allowsOrigin: createAllowsOrigin(config.publishers),
      auction: {
        partners,
        rulesOf: assembleRules(config),
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
        publicUrl,
        keys,
        machine: machineTag(machineId),
        nowMs,
        billsOnOf: (partner) => billing.get(partner) ?? 'burl',
      }),
      beginTrace: traces.begin,
      record: recorder.auction,
      onRecordError: (error) => log.error({ err: error }, 'an auction could not be recorded'),
      recordRefusal: recorder.refusal,
      recordWithoutNative: recorder.withoutNative,
    }),
    notices: {
      root: NOTICE_ROOT,
      receive: createReceiver({ keys, nowMs, keep: keeper.keep, count: metrics.notice }),
    },
    findCaller: createFindCaller(config.limits.trustedProxies),
    lookAtLimits: limits.limiter.look,
    documents: createDocuments({
      publicUrl,
      timeoutMs: config.auction.timeoutMs,
      limits: config.limits,
      findImage: lasting.findImage,
    }),
  };
  return {
    service,
    metrics,
    partners,
    redis: limits.redis,
    countFailure: () =>
      metrics.refused({ code: 'INTERNAL_ERROR', field: undefined, scope: 'global' }),
    async close() {
      limits.close();
      await traces.exporter?.stop();
    },
  };
}

let finder: FindSensitive | undefined;

/** One for all configs of a process: compiling the lists takes tens of milliseconds. */
function findSensitive(): FindSensitive {
  finder ??= createFindSensitive(createSensitiveMatcher(ALL_LISTS));
  return finder;
}

/** The supervisor has verified the file; one that was damaged since knows no countries. */
function openLocate(settings: GeoSettings): Locate {
  const geo = openGeo(settings);
  return geo instanceof GeoFault ? locateNowhere : geo.countryOf;
}

/** Where no collector is named, traces are only handed on. */
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

/** From 0 to 65535: which machine's purses a sale was paid from. Two that share one are a rare misfortune. */
export function machineTag(machineId: string): number {
  return Number.parseInt(machineId.slice(0, 4), 16) || 0;
}
