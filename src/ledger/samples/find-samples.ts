import type { Database, Row, SqlValue } from '../../lib/sql/database.ts';
import { idDigest, type RequestSample, readSample, SELECT_SAMPLES } from './request-samples.ts';

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

export async function countSamples({ query }: Database): Promise<SamplesTaken> {
  const [sums] = await query(
    `select count(*) as taken, sum(weight_thousandths) as weight, min(minute_ms) as first_ms
    from request_samples`,
  );
  const count = Number(sums?.taken ?? 0);
  const requests = Number(sums?.weight ?? 0) / 1000;
  return { count, requests, firstMs: count === 0 ? undefined : Number(sums?.first_ms) };
}
