import { LISTED_INTENTS } from '../../../core/openrtb/context.ts';
import { OTHER } from '../../../core/sale/dimensions.ts';
import { DIMENSIONS } from '../../../demand/campaigns/targeting-dimensions.ts';
import { NO_LANGUAGE_STATED } from '../../../demand/request-language.ts';
import type { Host } from '../../../host/host.ts';
import type { CampaignTraffic, TrafficOfField, TrafficValue } from '../../../host/offers.ts';
import { sumRollups } from '../../../ledger/report.ts';
import type { SampleSet, SamplesMax } from '../../../ledger/samples/request-samples.ts';
import { localDayOf, localDaySpan } from '../../../lib/local-day.ts';
import { considerate, inSlices, type Steps } from '../../../lib/steps.ts';
import { readSample } from '../read-sample.ts';

/** Samples that are read: enough for every value that one request in a hundred has. */
const TRAFFIC_SAMPLES_MAX: SamplesMax = { count: 2000, units: 8 * 1024 ** 2 };

/** Of one dimension, as they are read. More publishers than this are not all suggested. */
const ROWS_MAX = 10_000;

/** Of one field, in an answer. There are fewer countries. */
const VALUES_MAX = 300;

/** An intent that is not listed and that fewer samples had may be about a person. */
const SAMPLES_OF_INTENT_MIN = 3;

type TrafficSources = Pick<Host, 'ledger' | 'nowMs' | 'tickMs'>;

/** So many days before today, and today until now. */
type TrafficQuestion = { readonly days: number; readonly zone: string };

/** The whole time, and the day before today in it. */
type Periods = Readonly<Record<'all' | 'yesterday', { fromMs: number; toMs: number }>>;

/** What requests had lately, of all machines. */
export async function trafficOf(
  sources: TrafficSources,
  question: TrafficQuestion,
): Promise<CampaignTraffic> {
  const { days, zone } = question;
  const nowMs = sources.nowMs();
  const today = localDayOf(zone, nowMs);
  const { fromMs, toMs } = localDaySpan(zone, today - 1);
  const all = { fromMs: localDaySpan(zone, today - days).fromMs, toMs: nowMs };
  const periods: Periods = { all, yesterday: { fromMs, toMs } };
  const [countries, intents, publishers, set] = await Promise.all([
    countedBy(sources, 'country', periods),
    countedBy(sources, 'intent', periods),
    countedBy(sources, 'publisher', periods),
    sources.ledger.samples(TRAFFIC_SAMPLES_MAX),
  ]);
  const sampled = await inSlices(countSamples(set, periods), considerate(sources.tickMs));
  return {
    days,
    fields: {
      countries: ofCounts(countries),
      languages: { requests: sampled.requests, ...cut(sampled.languages, 'not-sampled') },
      intents: intentsOf(intents, sampled),
      publishers: ofCounts(publishers),
    },
  };
}

type CountedValues = {
  /** With those that have no value. */
  readonly requests: number;
  readonly values: readonly TrafficValue[];
  /** Of values that have no room or no name of their own. */
  readonly others: number;
  readonly isCut: boolean;
};

/** Only rows that count requests: rows of partners and of reasons have none. */
const OF_REQUESTS = { partner: '', campaign: '', reason: '' };

async function countedBy(
  { ledger }: TrafficSources,
  dimension: 'country' | 'intent' | 'publisher',
  periods: Periods,
): Promise<CountedValues> {
  const database = ledger.database();
  if (database === undefined) throw new Error('the database cannot be reached');
  const extent = { rowsMax: ROWS_MAX, columns: ['requests'] };
  const read = (period: Periods['all']) =>
    sumRollups(database, { by: [dimension], where: OF_REQUESTS, ...period }, extent);
  const { rows, isCut } = await read(periods.all);
  const ofYesterday = new Map(
    (await read(periods.yesterday)).rows.map(({ keys: [value = ''], sums }) => {
      return [value, Number(sums.requests)];
    }),
  );
  const found = rows.map(({ keys: [value = ''], sums }) => {
    const yesterday = ofYesterday.get(value) ?? 0;
    return { value, requests: Number(sums.requests), yesterday, isAbout: false };
  });
  const named = found.filter(({ value, requests }) => requests > 0 && value !== '');
  const isOther = ({ value }: TrafficValue) => value === OTHER || SHORTENED.test(value);
  return {
    requests: sumOf(found),
    values: named.filter((one) => !isOther(one)),
    others: sumOf(named.filter(isOther)),
    isCut,
  };
}

/** The beginning of a long id with its hash, as `lib/shortened.ts` writes it: nobody can ask for that. */
const SHORTENED = /^.{8,24}~[\w-]{11}$/;

function sumOf(values: readonly TrafficValue[]): number {
  return values.reduce((sum, { requests }) => sum + requests, 0);
}

function ofCounts({ requests, values, others, isCut }: CountedValues): TrafficOfField {
  return { requests, ...cut(values, isCut || others > 0 ? 'unknown' : 'none') };
}

/** Those that are listed are counted one by one. All others are counted together, and samples tell them apart. */
function intentsOf(counted: CountedValues, sampled: SampledValues): TrafficOfField {
  const { requests, values, others } = counted;
  const unseen = LISTED_INTENTS.filter((intent) => values.every(({ value }) => value !== intent));
  const other = others > 0 ? sampled.intents : [];
  const listed = [...values, ...unseen.map((value) => ({ value, ...NO_REQUESTS })), ...other];
  const ofOthers = sampled.requests > 0 ? 'not-sampled' : 'unknown';
  return { requests, ...cut(listed, others > 0 ? ofOthers : 'none') };
}

const NO_REQUESTS = { requests: 0, yesterday: 0, isAbout: false };

/** The most frequent ones. */
function cut(
  values: readonly TrafficValue[],
  unlisted: TrafficOfField['unlisted'],
): Omit<TrafficOfField, 'requests'> {
  const sorted = values.toSorted((a, b) => b.requests - a.requests || (a.value < b.value ? -1 : 1));
  const isCut = sorted.length > VALUES_MAX;
  return { values: sorted.slice(0, VALUES_MAX), unlisted: isCut ? 'unknown' : unlisted };
}

type SampledValues = {
  /** That the samples stand for. */
  readonly requests: number;
  readonly languages: readonly TrafficValue[];
  /** Those that the context extension does not list. */
  readonly intents: readonly TrafficValue[];
};

type Weights = { all: number; yesterday: number; samples: number };

/** What the samples had, with each as many requests as it stands for. */
function* countSamples(set: SampleSet, { all, yesterday }: Periods): Steps<SampledValues> {
  const found = { languages: new Map<string, Weights>(), intents: new Map<string, Weights>() };
  const read = set.samples.reduce((sum, { weightThousandths }) => sum + weightThousandths, 0);
  let seen = 0;
  for (const { minuteMs, weightThousandths, text } of set.samples) {
    yield;
    if (minuteMs < all.fromMs || minuteMs >= all.toMs) continue;
    const request = readSample(text)?.request;
    if (request === undefined) continue;
    // The samples that were read stand for all of them.
    const weight = (weightThousandths / read) * set.requests;
    seen += weight;
    const isOfYesterday = minuteMs >= yesterday.fromMs && minuteMs < yesterday.toMs;
    for (const [name, weights] of Object.entries(found)) {
      const offered = DIMENSIONS.find((one) => one.name === name)?.offered;
      offered?.(request, (value) => {
        if (value === NO_LANGUAGE_STATED) return;
        const before = weights.get(value) ?? { all: 0, yesterday: 0, samples: 0 };
        before.all += weight;
        before.yesterday += isOfYesterday ? weight : 0;
        before.samples++;
        weights.set(value, before);
      });
    }
  }
  const intents = [...found.intents].filter(
    ([value, { samples }]) => samples >= SAMPLES_OF_INTENT_MIN && !LISTED_INTENTS.includes(value),
  );
  const languages = valuesOf([...found.languages]);
  return { requests: Math.round(seen), languages, intents: valuesOf(intents) };
}

function valuesOf(found: readonly (readonly [string, Weights])[]): readonly TrafficValue[] {
  return found.map(([value, { all, yesterday }]) => ({
    value,
    requests: Math.max(1, Math.round(all)),
    yesterday: Math.round(yesterday),
    isAbout: true,
  }));
}
