import { textDigest } from '../../core/exchange/recent-refusals.ts';
import { insertAll } from '../../lib/sql/bulk.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { readerOf } from '../../lib/sql/shape.ts';

/** One of many requests, kept without the person, with what was bid for it. docs/privacy.md says what it has. */
export type RequestSample = {
  /** Its key, drawn at random: in the order of lots, any number of samples is a fair choice among all. */
  readonly lot: number;
  /** Its time, no finer than a minute. */
  readonly minuteMs: number;
  /** How many thousandths of a request it stands for. */
  readonly weightThousandths: number;
  /** JSON, which `replay/sampled-auction.ts` writes and reads. */
  readonly text: string;
  /** Absent where samples are read to be replayed. */
  readonly foundBy?: SampleFoundBy;
};

/** What a sample is found by. */
type SampleFoundBy = {
  readonly publisher: string;
  /** `idDigest` of the request id, and of the caller's bid request id. */
  readonly requestDigest: string;
  readonly bidRequestDigest: string;
};

/**
 * The digest of an id, with the sample's own lot in it: whoever knows the id finds the sample, and two samples with the
 * same id have nothing in common. A caller may have put a person into its id.
 */
export function idDigest(lot: number, id: string): string {
  return textDigest(`${lot} ${id}`);
}

/** Of one sample. A request with very long block lists is not kept. */
export const SAMPLE_BYTES_MAX = 16 * 1024;

/** Samples that the workers of a machine take in a day, beside those of the first minutes after a rest. */
export const SAMPLES_PER_DAY = 5000;

/**
 * Of all machines together, so that all samples take at most 1.6 GB, and usually a tenth of it. Beyond it, the oldest are
 * deleted: four machines have samples of five days.
 */
export const SAMPLE_ROWS_MAX = 100_000;

const insertSamples = (values: string) =>
  `insert into request_samples
    (lot, minute_ms, weight_thousandths, body, publisher, request_digest, bid_request_digest)
  values ${values}
  on conflict (lot) do nothing`;

export async function writeSamples(query: Query, samples: readonly RequestSample[]): Promise<void> {
  const rows = samples.map(({ lot, minuteMs, weightThousandths, text, foundBy }) => {
    const { publisher = '', requestDigest = '', bidRequestDigest = '' } = foundBy ?? {};
    return [lot, minuteMs, weightThousandths, text, publisher, requestDigest, bidRequestDigest];
  });
  await insertAll(query, rows, insertSamples);
}

export const SELECT_SAMPLES =
  'select lot, minute_ms, weight_thousandths, body as text from request_samples';

export const readSample = readerOf({
  lot: Number,
  minuteMs: Number,
  weightThousandths: Number,
  text: String,
});

/** Samples in the order of their lots, and what all of them together stand for. */
export type SampleSet = {
  readonly samples: readonly RequestSample[];
  /** The requests that all samples stand for, also those that were not read. */
  readonly requests: number;
  /** The oldest of all; undefined: there is none. */
  readonly firstMs: number | undefined;
};

/** Rows that are read at once: the database of a small machine answers in its supervisor's process. */
const PORTION_ROWS = 250;

export type SamplesMax = {
  readonly count: number;
  /** Of the texts of all samples that are read, in UTF-16 units. */
  readonly units: number;
  /** Without samples of before. */
  readonly sinceMs?: number;
};

/** A fair choice of at most so many samples. */
export async function readSamples({ query }: Database, max: SamplesMax): Promise<SampleSet> {
  const { sinceMs = 0 } = max;
  const [sums] = await query(
    `select sum(weight_thousandths) as weight, min(minute_ms) as first_ms from request_samples
    where minute_ms >= cast($1 as bigint)`,
    [sinceMs],
  );
  const samples: RequestSample[] = [];
  let units = 0;
  for (let after = -1; samples.length < max.count && units < max.units; ) {
    const limit = Math.min(PORTION_ROWS, max.count - samples.length);
    const rows = await query(
      `${SELECT_SAMPLES} where lot > $1 and minute_ms >= cast($2 as bigint) order by lot limit ${limit}`,
      [after, sinceMs],
    );
    for (const sample of rows.map(readSample)) {
      samples.push(sample);
      units += sample.text.length;
    }
    if (rows.length < limit) break;
    after = samples.at(-1)?.lot ?? after;
  }
  const requests = Number(sums?.weight ?? 0) / 1000;
  return { samples, requests, firstMs: requests === 0 ? undefined : Number(sums?.first_ms) };
}
