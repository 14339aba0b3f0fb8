import { type RequestQuestion, spanOf } from '../../core/exchange/request-rows.ts';
import { readPublisherId } from '../../core/openrtb/bid-request.ts';
import { parseJson } from '../../lib/json.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { shortened } from '../../lib/shortened.ts';
import type { Database } from '../../lib/sql/database.ts';
import { countSamples, findSamples } from './find-samples.ts';
import type { RequestSample } from './request-samples.ts';

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
