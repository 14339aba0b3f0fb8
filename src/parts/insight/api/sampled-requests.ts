import { type RequestQuestion, spanOf } from '../../../core/exchange/request-rows.ts';
import type { Host } from '../../../host/host.ts';
import { countSamples, findSamples } from '../../../ledger/samples/find-samples.ts';
import type { RequestSample } from '../../../ledger/samples/request-samples.ts';
import { shortened } from '../../../lib/shortened.ts';
import type { SampledRequest, SampleSearch } from '../page/auctions/api.ts';
import { readSampledOutcome } from '../sampled-outcome.ts';

const SAMPLES_LISTED_MAX = 50;
const MINUTE_MS = 60_000;

type SampleSources = Pick<Host, 'ledger' | 'work'>;

/** The requests of all machines that were kept as samples, and how many are. A sample has the minute of its request. */
export async function sampledRequests(
  { ledger, work }: SampleSources,
  question: RequestQuestion,
): Promise<SampleSearch | { readonly reason: string }> {
  const database = ledger.database();
  if (database === undefined) return { reason: 'the database cannot be reached' };
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
    days: work().setup.config.ledger.sampleDays,
    oneIn: taken.count === 0 ? null : Math.max(1, Math.round(taken.requests / taken.count)),
    firstMs: taken.firstMs ?? null,
  };
}

/** Samples know neither partners that did not bid nor campaigns of others: a question about these finds none. */
function matching(
  { minuteMs, text }: RequestSample,
  { outcome, advertiser, partner, answer, campaign }: RequestQuestion,
): SampledRequest | undefined {
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
