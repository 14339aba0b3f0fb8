import { seatOf } from '../../demand/campaigns/ads.ts';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { traitsOf } from '../../demand/kinds.ts';
import { createRateBook } from '../../demand/rate-book.ts';
import type { Host } from '../../host/host.ts';
import type { CampaignEstimate } from '../../host/offers.ts';
import { usesStore } from '../../host/worker/memory.ts';
import type { SampleSet, SamplesMax } from '../../ledger/samples/request-samples.ts';
import { perObject } from '../../lib/lookup.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { createQueue } from '../../lib/repeat.ts';
import { serverUrl } from '../../lib/server-url.ts';
import { shortened } from '../../lib/shortened.ts';
import { considerate, inSlices } from '../../lib/steps.ts';
import { CAMPAIGN, campaignKey, validCampaign } from '../../store/campaign-kind.ts';
import { estimateOf } from './estimate-figures.ts';
import { kindOf } from './own-bids.ts';
import { replayTermsOf } from './replay-auction.ts';
import { replayCampaign } from './replay-campaign.ts';

/** Samples that one estimate replays: enough for a few percent, and less than a second of the supervisor. */
const ESTIMATE_SAMPLES_MAX: SamplesMax = { count: 4000, units: 16 * 1024 ** 2 };

/** A replay that takes longer than this ends with the samples that it has. */
const ESTIMATE_MS_MAX = 5000;

/** Estimates that are under way at once, one behind the other. */
const ESTIMATES_MAX = 4;

/** While somebody types, the next estimates use the same samples. */
const SAMPLES_KEPT_MS = 10_000;

type EstimateSources = Pick<
  Host,
  'ledger' | 'feed' | 'records' | 'rates' | 'work' | 'nowMs' | 'tickMs' | 'chance'
>;

/** What is read from the database for several estimates. */
type Evidence = { readonly set: SampleSet; readonly readMs: number };

/** Replays the samples in slices, between which the supervisor does its other work. */
function estimateAnswer(sources: EstimateSources) {
  const { nowMs, tickMs } = sources;
  let evidence: Evidence | undefined;
  const enqueue = createQueue(ESTIMATES_MAX);

  async function read(): Promise<Evidence> {
    if (evidence !== undefined && tickMs() - evidence.readMs < SAMPLES_KEPT_MS) return evidence;
    const set = await sources.ledger.samples(ESTIMATE_SAMPLES_MAX);
    evidence = { set, readMs: tickMs() };
    return evidence;
  }

  async function estimate(
    partner: string,
    campaign: Campaign,
    isGone: () => boolean,
  ): Promise<CampaignEstimate> {
    const { set } = await read();
    const { book, clickRate } = bookFor(sources, partner, campaign);
    const { config } = sources.work().setup;
    const endMs = tickMs() + ESTIMATE_MS_MAX;
    const trial = {
      partner,
      campaign,
      imageBaseUrl: config.listen.publicUrl ?? serverUrl(config.listen.host, config.listen.port),
      isFiller: (id: string) => isFiller(findCampaign(sources, partner, id)),
      rates: book,
    };
    const terms = replayTermsOf(config, sources.records, sources.chance);
    const steps = replayCampaign(set.samples, trial, terms, () => isGone() || tickMs() >= endMs);
    const replayed = await inSlices(steps, considerate(tickMs));
    return estimateOf(replayed, { campaign, set, nowMs: nowMs(), clickRate });
  }

  return async (
    wanted: string | undefined,
    value: unknown,
    isGone: () => boolean,
  ): Promise<CampaignEstimate | Refusal> => {
    const partner = partnerFor(sources, wanted);
    if (partner === undefined) {
      return refuse.notFound(`no partner${wanted ? ` "${wanted}"` : ''} has campaigns`);
    }
    const campaign = validCampaign(value);
    if (campaign instanceof Refusal) return campaign;
    const found = await enqueue(() => estimate(partner, campaign, isGone));
    return found === 'too-many' ? TOO_MANY_REPLAYS : found;
  };
}

/** Of a machine. */
export const estimatesOf = perObject((host: Host) => estimateAnswer(host));

const TOO_MANY_REPLAYS = refuse.rateLimited(
  'several replays of samples are under way: wait a second',
);

/** Of those with campaigns: the wanted one or, without a wish, first of all one with a store. */
function partnerFor({ work }: EstimateSources, wanted: string | undefined): string | undefined {
  const entries = work().setup.config.partners;
  const own = entries.filter((entry) => traitsOf(entry).campaigns !== undefined);
  if (wanted !== undefined) return own.find(({ name }) => name === wanted)?.name;
  return (own.find(usesStore) ?? own[0])?.name;
}

const findCampaign = (
  { records }: EstimateSources,
  partner: string,
  id: string,
): Campaign | undefined => records.get(CAMPAIGN, campaignKey(partner, id))?.definition;

/** A campaign that is gone counts as a targeted one, as most are. */
function isFiller(campaign: Campaign | undefined): boolean {
  return campaign !== undefined && kindOf(campaign) === 'filler';
}

/** What is known of the campaign and, as long as that is little, of its advertiser and of the exchange. */
function bookFor({ rates }: EstimateSources, partner: string, campaign: Campaign) {
  const book = createRateBook();
  const name = shortened(campaign.id);
  const seat = shortened(seatOf(campaign));
  let of: CampaignEstimate['clickRate']['of'] = 'nobody';
  const levels = [
    ['exchange', { partner: '', name: '' }],
    ['advertiser', { partner: '', name: seat }],
    ['campaign', { partner, name }],
  ] as const;
  for (const [level, named] of levels) {
    const text = rates.textOf(named);
    if (text === undefined) continue;
    book.set(named, text);
    of = level;
  }
  const { rate } = book.campaign(partner, name, seat).whole.click;
  return { book, clickRate: { rate, of } };
}
