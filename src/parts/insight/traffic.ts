import { LISTED_INTENTS } from '../../core/openrtb/context.ts';
import { OTHER } from '../../core/sale/dimensions.ts';
import { DIMENSIONS } from '../../demand/campaigns/targeting-dimensions.ts';
import { NO_LANGUAGE_STATED } from '../../demand/request-language.ts';
import type { Host } from '../../host/host.ts';
import type { CampaignTraffic, TrafficField } from '../../host/offers.ts';
import { sumRollups } from '../../ledger/report.ts';
import type { SampleSet, SamplesMax } from '../../ledger/samples/request-samples.ts';
import { localDayOf, localDaySpan } from '../../lib/local-day.ts';
import { considerate, inSlices, type Steps } from '../../lib/steps.ts';
import { readSample } from './read-sample.ts';

/** Samples that are read: enough for every value that one request in a hundred has. */
const TRAFFIC_SAMPLES_MAX: SamplesMax = { count: 2000, units: 8 * 1024 ** 2 };

/** Of one dimension, as they are read. More publishers than this are not all suggested. */
const ROWS_MAX = 10_000;

/** Of one field, in an answer. There are fewer countries. */
const VALUES_MAX = 300;

/** Only rows that count requests: rows of partners and of reasons have none. */
const OF_REQUESTS = { partner: '', campaign: '', reason: '' };

/** The beginning of a long id with its hash, as `lib/shortened.ts` writes it: nobody can ask for that. */
const SHORTENED = /^.{8,24}~[\w-]{11}$/;

type TrafficQuestion = { readonly days: number; readonly zone: string };

/** What requests had on so many days before today and until now, of all machines. */
export async function trafficOf(
  { ledger, nowMs, tickMs }: Pick<Host, 'ledger' | 'nowMs' | 'tickMs'>,
  { days, zone }: TrafficQuestion,
): Promise<CampaignTraffic> {
  const toMs = nowMs();
  const { fromMs } = localDaySpan(zone, localDayOf(zone, toMs) - days);
  const database = ledger.database();
  if (database === undefined) throw new Error('the database cannot be reached');
  const counted = async (dimension: 'country' | 'intent' | 'publisher') => {
    const question = { by: [dimension], where: OF_REQUESTS, fromMs, toMs };
    const extent = { rowsMax: ROWS_MAX, columns: ['requests'] };
    const { rows } = await sumRollups(database, question, extent);
    return mostFirst(rows.map(({ keys: [value = ''], sums }) => [value, Number(sums.requests)]));
  };
  const [countries, intents, publishers, set] = await Promise.all([
    counted('country'),
    counted('intent'),
    counted('publisher'),
    ledger.samples(TRAFFIC_SAMPLES_MAX),
  ]);
  const languages = await inSlices(languagesOf(set, fromMs), considerate(tickMs));
  const unseen = LISTED_INTENTS.filter((intent) => intents.every(({ value }) => value !== intent));
  return {
    countries,
    languages: mostFirst([...languages]),
    intents: [...intents, ...unseen.map((value) => ({ value, requests: 0 }))],
    publishers,
  };
}

/** Values that campaigns can ask for. */
function mostFirst(
  counts: readonly (readonly [value: string, requests: number])[],
): CampaignTraffic[TrafficField] {
  return counts
    .map(([value, requests]) => ({ value, requests: Math.round(requests) }))
    .filter(({ value, requests }) => requests > 0 && value !== '' && value !== OTHER)
    .filter(({ value }) => !SHORTENED.test(value))
    .sort((a, b) => b.requests - a.requests || (a.value < b.value ? -1 : 1))
    .slice(0, VALUES_MAX);
}

/** Nobody counts languages: each sample stands for some requests. */
function* languagesOf(set: SampleSet, fromMs: number): Steps<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const read = set.samples.reduce((sum, { weightThousandths }) => sum + weightThousandths, 0);
  const { offered } = DIMENSIONS.find(({ name }) => name === 'languages') ?? {};
  for (const { minuteMs, weightThousandths, text } of set.samples) {
    yield;
    const request = minuteMs < fromMs ? undefined : readSample(text)?.request;
    // The samples that were read stand for all of them.
    const weight = (weightThousandths / read) * set.requests;
    if (request === undefined) continue;
    offered?.(request, (value) => {
      if (value !== NO_LANGUAGE_STATED) found.set(value, (found.get(value) ?? 0) + weight);
    });
  }
  return found;
}
