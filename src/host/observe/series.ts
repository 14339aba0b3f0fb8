import { version } from '../../../package.json';
import { SKIP_WORDS } from '../../core/auction/answer-kinds.ts';
import { LOSS_REASONS } from '../../core/auction/drop.ts';
import { SCOPES } from '../../core/exchange/limiter.ts';
import { WARNING_CODES } from '../../core/openrtb/bid-response.ts';
import { NO_BID_REASONS } from '../../core/openrtb/no-bid.ts';
import { REPAIR_NAMES } from '../../core/repairs/table.ts';
import { FACT_KINDS, UNCHARGED_REASONS } from '../../core/sale/fact.ts';
import { HOLD_CAUSES } from '../../core/sale/hold-cause.ts';
import { PUBLIC_CODES } from '../../lib/refusal-codes.ts';
import { TROUBLE_IDS } from './troubles.ts';

/**
 * The only declaration of every series. The memory layout, the exposition, and the tests of the dashboard and of
 * docs/operations.md use it. A label takes only values listed here, so that no caller can create series.
 */
export type MetricSeries = {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** The values of the labels, one row for each combination. `EACH_PARTNER` stands for the names of partners. */
  readonly rows: readonly (readonly string[])[];
  /** The exposition divides by this: histograms count milliseconds and are shown in seconds. */
  readonly divisor: number;
  /** How the values of several processes combine. Counters are always summed. */
  readonly gather: 'sum' | 'least' | 'most';
};

/** No partner has this name. */
export const EACH_PARTNER = '';

export const OTHER = 'other';

/** What AI buyers call. */
export const BUYER_TOOLS = [
  'get_adcp_capabilities',
  'list_accounts',
  'sync_accounts',
  'get_products',
  'create_media_buy',
  'update_media_buy',
  'get_media_buys',
  'get_media_buy_delivery',
  'provide_performance_feedback',
  'sync_creatives',
  'list_creatives',
  'list_creative_formats',
] as const;

/** The names of those who broke no rule. */
export const OUTBID_REASONS: readonly string[] = ['outbid', 'lost-to-deal'];

/** What the values of gauges stand for that have words: the worse, the higher. */
export const JOURNAL_FAULT_VALUES = { none: 0, busy: 1, full: 2, failed: 3 } as const;
export const BREAKER_VALUES = { closed: 0, 'half-open': 1, open: 2 } as const;
export type BreakerWord = keyof typeof BREAKER_VALUES;

export const OUTCOMES = ['bid', 'no_bid', 'refused', 'limited', 'shed', 'failed'] as const;
export type RequestOutcome = (typeof OUTCOMES)[number];

/** Errors that the request did not cause have an outcome of their own. */
const OUTCOME_BY_CODE: Readonly<Record<string, RequestOutcome>> = {
  RATE_LIMIT_EXCEEDED: 'limited',
  SERVICE_UNAVAILABLE: 'shed',
  INTERNAL_ERROR: 'failed',
};

/** The outcome of a request that was answered with an error. */
export function outcomeOf(errorCode: string): RequestOutcome {
  return OUTCOME_BY_CODE[errorCode] ?? 'refused';
}

/** The stages of the funnel that a valid request can reach. */
export const STAGES = ['asked', 'answered', 'bid', 'fit', 'won'] as const;

const ANSWER_KINDS = ['bids', 'no_bid', 'malformed', 'timeout', 'failed'] as const;

export const NOTICE_KINDS = [...FACT_KINDS, 'feedback', 'conversion', 'conversion-pixel'];
export const NOTICE_RESULTS = ['kept', 'repeated', 'forged', 'expired', 'unavailable'] as const;

const LEFT_OUT_REASONS = ['no-room', 'not-callable', 'internal-address'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

const CALL_RESULTS = ['done', 'failed', 'given_up', 'refused'] as const;

const WEBHOOK_RESULTS = ['done', 'failed', 'given_up', 'held_back'] as const;
export type WebhookResult = (typeof WEBHOOK_RESULTS)[number];

const BUYER_CALL_RESULTS = ['done', 'failed'] as const;
const BUYER_MESSAGE_RESULTS = ['done', 'failed', 'given_up'] as const;

/** Why a call of an AI buyer reached no tool. */
const BUYER_CALL_REFUSALS = [
  'method',
  'page',
  'limited',
  'overloaded',
  'body',
  'busy',
  'unavailable',
  'token',
  'signature',
  'malformed',
] as const;
export type BuyerCallRefusal = (typeof BUYER_CALL_REFUSALS)[number];

export const SUPERVISOR = 'supervisor';
export const workerName = (slab: number) => `worker-${slab}`;

/** The fields that are invalid most often, without indices. Other fields count as "other". */
const REFUSED_FIELDS: readonly string[] = `
  id imp imp.id imp.native imp.native.request imp.native.ver imp.native.api imp.bidfloor
  imp.bidfloorcur imp.ext imp.ext.service imp.ext.service.adcpFormats
  imp.ext.service.adcpFormats.agent_url imp.ext.service.adcpFormats.id test at tmax site.domain
  site.cat site.keywords site.publisher site.publisher.id app.bundle app.cat app.publisher.id
  device.ua device.ip device.devicetype device.geo device.geo.lat device.geo.lon device.geo.country
  user.id user.gender user.data user.ext.consent regs.coppa regs.ext.gdpr regs.ext.us_privacy
  regs.gpp ext.service ext.service.messageSequenceNumber ext.service.messageLength
  ext.service.isQuickReply ext.service.sessionDurationMs ext.service.intent.value
  ext.service.intent.confidence ext.service.sentiment.value ext.service.sentiment.score
  ext.service.funnel.stage ext.service.funnel.progress
`
  .trim()
  .split(/\s+/);

const NANOS_PER_USD = 1e9;
const MS_PER_SECOND = 1000;

export type SeriesName = keyof ReturnType<typeof declareSeries>;

/** `slabs`: how many workers can count at the same time. */
export function declareSeries(slabs: number) {
  const process = [SUPERVISOR, ...Array.from({ length: slabs }, (_, slab) => workerName(slab))];
  return {
    ...requestSeries(),
    ...partnerSeries(),
    ...moneySeries(),
    ...buyerSeries(),
    ...processSeries(process),
  };
}

function requestSeries() {
  return {
    parley_requests_total: counter('Bid requests, by outcome.', { outcome: OUTCOMES }),
    parley_refusals_total: counter('Requests answered with an error, by its code.', {
      code: Object.keys(PUBLIC_CODES),
    }),
    parley_refused_fields_total: counter('Invalid requests, by the field at fault.', {
      field: [...REFUSED_FIELDS, OTHER],
    }),
    parley_no_bids_total: counter('Requests answered with an empty 204, by the reason given.', {
      reason: NO_BID_REASONS,
    }),
    parley_limited_total: counter('Requests over a limit, by its scope.', { scope: SCOPES }),
    parley_warnings_total: counter('Warnings about requests that were accepted.', {
      code: [...WARNING_CODES, OTHER],
    }),
    parley_repairs_total: counter('Repairs of accepted requests to /openrtb2/auction.', {
      repair: REPAIR_NAMES,
    }),
    parley_imps_total: counter('Impressions in valid requests.'),
    parley_funnel_requests_total: counter('Valid requests that reached this stage.', {
      stage: STAGES,
    }),
    parley_request_duration_seconds: histogram(
      'From arrival to response, for requests that reached an auction.',
    ),
    parley_own_time_seconds: histogram('The same without the time spent waiting for partners.'),
  };
}

const partner = [EACH_PARTNER];

function partnerSeries() {
  return {
    parley_partner_asked_total: counter('Auctions in which the partner was asked.', { partner }),
    parley_partner_skipped_total: counter('Auctions in which it was not asked, by the reason.', {
      partner,
      reason: [...Object.keys(SKIP_WORDS), OTHER],
    }),
    parley_partner_answers_total: counter('Calls to the partner, by kind of answer.', {
      partner,
      kind: ANSWER_KINDS,
    }),
    parley_partner_bids_total: counter('Bids that could be read.', { partner }),
    parley_partner_unreadable_bids_total: counter('Bids that could not be read.', { partner }),
    parley_partner_drops_total: {
      ...counter('Bids that did not win, by OpenRTB loss reason; 102 and 103 were outbid.'),
      labels: ['partner', 'code', 'reason'],
      rows: [...LOSS_REASONS, { code: OTHER, name: OTHER }].map(({ code, name }) => [
        EACH_PARTNER,
        `${code}`,
        name,
      ]),
    },
    parley_partner_held_total: counter(
      'Campaigns that matched a request and were held back by their budget or pace, by the cause.',
      { partner, cause: HOLD_CAUSES },
    ),
    parley_partner_wins_total: counter('Impressions won.', { partner }),
    parley_partner_latency_seconds: histogram('From asking the partner to its answer.', {
      partner,
    }),
    parley_partner_breaker_state: gauge(
      '0 closed, 1 half open (a probe is out), 2 open.',
      { partner },
      { gather: 'most' },
    ),
    parley_partner_connections: gauge('Connections open to the partner.', { partner }),
    parley_partner_paused: gauge(
      '1 while an operator has paused the partner.',
      { partner },
      { gather: 'most' },
    ),
  };
}

function moneySeries() {
  return {
    parley_notices_total: counter('Notices received, by kind and result.', {
      kind: [...NOTICE_KINDS, OTHER],
      result: NOTICE_RESULTS,
    }),
    parley_spend_usd_total: counter(
      'Amount that partners owe.',
      { partner },
      { divisor: NANOS_PER_USD },
    ),
    parley_billed_total: counter('Impressions that became billable.', { partner }),
    parley_uncharged_total: counter(
      'Bills and clicks that were not charged, or not in full, when they were stored.',
      { reason: UNCHARGED_REASONS },
    ),
    parley_test_wins_total: counter('Impressions won in test mode, which are never billed.'),
    parley_partner_calls_total: counter('Calls that tell partners of wins, bills and losses.', {
      result: CALL_RESULTS,
    }),
    parley_partner_urls_left_out_total: counter(
      "Partners' URLs that are not called, and trackers that stay in the ad, by the reason.",
      { partner: [EACH_PARTNER, OTHER], reason: LEFT_OUT_REASONS },
    ),
    parley_outbox_rows: gauge('Calls to partners and webhooks that are queued.'),
    parley_journal_lost_total: counter(
      'Counts that a journal had no room for, or lost with a failed write.',
    ),
    parley_journal_fault: gauge(
      '0: the journals take notices. 1: the disk is too slow. 2: they are full. 3: a write failed.',
      {},
      { gather: 'most' },
    ),
    parley_journal_bytes: gauge('Bytes in the journals that are not in the database yet.'),
    parley_ledger_lag_seconds: gauge('Age of the oldest fact that is not in the database yet.'),
    parley_database_up: gauge('1 if the last write to the database worked and it answers, else 0.'),
  };
}

function buyerSeries() {
  return {
    parley_adcp_calls_total: counter('Calls of AI buyers, by tool and result.', {
      tool: [...BUYER_TOOLS, OTHER],
      result: BUYER_CALL_RESULTS,
    }),
    parley_adcp_refused_total: counter('Calls of AI buyers that reached no tool, by the reason.', {
      reason: BUYER_CALL_REFUSALS,
    }),
    parley_adcp_messages_total: counter(
      'Messages to webhooks of AI buyers, by what became of each try.',
      {
        result: BUYER_MESSAGE_RESULTS,
      },
    ),
    parley_adcp_call_duration_seconds: histogram('How long a tool took for a call of an AI buyer.'),
  };
}

function processSeries(process: readonly string[]) {
  return {
    parley_redis_up: gauge(
      '1 if every worker shares its limits through Redis, 0 if one is on its own.',
      {},
      { gather: 'least' },
    ),
    parley_frequency_forgotten_total: counter(
      'Counts of frequency caps, network clicks and pixel calls that were forgotten early, for want of room.',
    ),
    parley_workers: gauge('Running worker processes.'),
    parley_worker_restarts_total: counter('Workers that were replaced, by the cause.', {
      cause: ['died', 'memory', 'hung'],
    }),
    parley_uncaught_errors_total: counter(
      'Errors that no code has caught. Each ended its own task alone; the log has them.',
    ),
    parley_event_loop_delay_seconds: gauge(
      'The longest event loop delay in the last 10 to 20 seconds.',
      { process },
      { divisor: MS_PER_SECOND },
    ),
    parley_resident_memory_bytes: gauge('Memory of the process.', { process }),
    parley_trouble: gauge('1 while the console shows this trouble.', { id: TROUBLE_IDS }),
    parley_webhooks_total: counter('Messages to webhooks, by what became of each try.', {
      result: WEBHOOK_RESULTS,
    }),
    parley_build_info: gauge('Always 1. The label is the running version.', { version: [version] }),
  };
}

type Labels = Readonly<Record<string, readonly string[]>>;
type Special = Partial<Pick<MetricSeries, 'divisor' | 'gather'>>;

function counter(help: string, labels: Labels = {}, special: Special = {}): MetricSeries {
  const rows = Object.values(labels).reduce<readonly (readonly string[])[]>(
    (all, values) => all.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
  const names = Object.keys(labels);
  return { kind: 'counter', help, labels: names, rows, divisor: 1, gather: 'sum', ...special };
}

function gauge(help: string, labels?: Labels, special?: Special): MetricSeries {
  return { ...counter(help, labels, special), kind: 'gauge' };
}

function histogram(help: string, labels?: Labels): MetricSeries {
  return { ...counter(help, labels, { divisor: MS_PER_SECOND }), kind: 'histogram' };
}
