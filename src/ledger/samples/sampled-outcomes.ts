import { type RequestQuestion, spanOf } from '../../core/exchange/request-rows.ts';
import { readPublisherId } from '../../core/openrtb/bid-request.ts';
import { parseJson } from '../../lib/json.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { shortened } from '../../lib/shortened.ts';
import type { Database, Row, SqlValue } from '../../lib/sql/database.ts';
import { idDigest, type RequestSample, readSample, SELECT_SAMPLES } from './request-samples.ts';

const SAMPLES_LISTED_MAX = 50;
const MINUTE_MS = 60_000;

export type SampleSearch = DeepReadonly<Awaited<ReturnType<typeof sampledRequests>>>;

export type SampledRequest = SampleSearch['rows'][number];

/** The requests of all machines that were kept as samples, the newest that match. A sample has the minute of its request. */
export async function sampledRequests(
  database: Database,
  /** For how many days samples are kept; 0: none are taken. */
  days: number,
  question: RequestQuestion,
) {
  const { fromMs, toMs } = spanOf(question);
  const { find: id, publisher } = question;
  const taken = await countSamples(database);
  const samples = await findSamples(
    database,
    {
      id,
      publisher: publisher === '' ? '' : shortened(publisher),
      fromMs: fromMs - (fromMs % MINUTE_MS),
      toMs,
    },
    (sample) => matching(sample, question) !== undefined,
    SAMPLES_LISTED_MAX,
  );
  return {
    rows: samples.flatMap((sample) => matching(sample, question) ?? []),
    /** For how many days samples are kept; 0: none are taken. */
    days,
    /** For how many auctions one is kept, on average; null: there is none. */
    oneIn: taken.count === 0 ? null : Math.max(1, Math.round(taken.requests / taken.count)),
    /** The oldest sample; null: there is none. */
    firstMs: taken.firstMs ?? null,
  };
}

/** Samples know neither partners that did not bid nor campaigns of others: a question about these finds none. */
function matching(
  { minuteMs, text }: RequestSample,
  { outcome, advertiser, partner, answer, campaign }: RequestQuestion,
) {
  const sampled = readSampledOutcome(text);
  if (sampled === undefined || campaign !== '' || answer !== '') return undefined;
  const { bids, reasons } = sampled;
  const domains = bids.flatMap(({ advertisers }) => advertisers);
  const isWanted =
    (outcome === '' || outcome === sampled.outcome || reasons.includes(outcome)) &&
    (partner === '' || bids.some((bid) => bid.partner === partner)) &&
    (advertiser === '' || domains.some((domain) => domain.toLowerCase() === advertiser));
  return isWanted ? { minuteMs, ...sampled } : undefined;
}

const MICROS = 1e6;

/** What a sample tells of how its auction ended. undefined: the text was cut. */
export function readSampledOutcome(text: string) {
  const parsed = parseJson(text);
  if (parsed.kind !== 'json' || !isObject(parsed.value)) return undefined;
  const { request, bids, reasons } = parsed.value;
  if (!isObject(request) || !Array.isArray(bids)) return undefined;
  const listed = bids.filter(isObject).map(bidOf);
  return {
    publisher: readPublisherId(request) ?? null,
    outcome: listed.some(({ code }) => code === 0) ? ('bid' as const) : ('no-bid' as const),
    /** Why impressions were not sold. */
    reasons: textsIn(reasons),
    bids: listed,
  };
}

function bidOf({ partner, seat, adomain, usdMicros, code }: Readonly<Record<string, unknown>>) {
  return {
    partner: String(partner),
    seat: String(seat),
    advertisers: textsIn(adomain),
    cpmUsd: Number(usdMicros) / MICROS,
    /** 0: it won. Else the code of its loss. */
    code: Number(code),
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

type SampleQuestion = {
  /** A request id or a bid request id, whole; '' for any. */
  readonly id: string;
  /** '' for any. */
  readonly publisher: string;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
};

/** Beside the samples, what all of them together are. */
type SamplesTaken = {
  readonly count: number;
  /** The requests that they stand for. */
  readonly requests: number;
  /** The oldest; undefined: there is none. */
  readonly firstMs: number | undefined;
};

/** Keys that are read at once: the database of a small machine answers in its supervisor's process. */
const KEYS_PORTION = 2500;
/** Samples that are read at once, and in one search. */
const BODIES_PORTION = 100;
const BODIES_MAX = 2000;

/** The newest samples that match, at most so many. `isWanted` decides by what only their texts have. */
export async function findSamples(
  { query }: Database,
  question: SampleQuestion,
  isWanted: (sample: RequestSample) => boolean,
  foundMax: number,
): Promise<readonly RequestSample[]> {
  const { id, publisher, fromMs, toMs } = question;
  const portion = id === '' ? BODIES_PORTION : KEYS_PORTION;
  const found: RequestSample[] = [];
  let before = { minuteMs: toMs, lot: -1 };
  for (let read = 0; read < BODIES_MAX && found.length < foundMax; ) {
    const keys = await query(
      `select lot, minute_ms, request_digest, bid_request_digest from request_samples
      where minute_ms >= $1 and minute_ms <= $2 and (minute_ms < $2 or lot < $3)
        and request_digest <> '' ${publisher === '' ? '' : 'and publisher = $4'}
      order by minute_ms desc, lot desc limit ${portion}`,
      [fromMs, before.minuteMs, before.lot, ...(publisher === '' ? [] : [publisher])],
    );
    const lots = keys.filter((row) => id === '' || hasId(row, id)).map(({ lot }) => Number(lot));
    const samples = await samplesOf(query, lots.slice(0, BODIES_PORTION));
    read += samples.length;
    found.push(...samples.filter(isWanted));
    const last = keys.at(-1);
    if (last === undefined || keys.length < portion) break;
    before = { minuteMs: Number(last.minute_ms), lot: Number(last.lot) };
  }
  return found.slice(0, foundMax);
}

function hasId({ lot, request_digest, bid_request_digest }: Row, id: string): boolean {
  const digest = idDigest(Number(lot), id);
  return digest === request_digest || digest === bid_request_digest;
}

async function samplesOf(
  query: Database['query'],
  lots: readonly SqlValue[],
): Promise<readonly RequestSample[]> {
  if (lots.length === 0) return [];
  const rows = await query(
    `${SELECT_SAMPLES} where lot in (${lots.map((_, index) => `$${index + 1}`).join(', ')})
    order by minute_ms desc, lot desc`,
    lots,
  );
  return rows.map(readSample);
}

async function countSamples({ query }: Database): Promise<SamplesTaken> {
  const [sums] = await query(
    `select count(*) as taken, sum(weight_thousandths) as weight, min(minute_ms) as first_ms
    from request_samples`,
  );
  const count = Number(sums?.taken ?? 0);
  const requests = Number(sums?.weight ?? 0) / 1000;
  return { count, requests, firstMs: count === 0 ? undefined : Number(sums?.first_ms) };
}
