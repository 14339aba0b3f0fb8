import type { CampaignEstimate } from '../../console/campaigns/api.ts';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { CampaignFaults, checkCampaign } from '../../demand/campaigns/read-campaigns.ts';
import { traitsOf } from '../../demand/kinds.ts';
import type { StoreApi } from '../../http/admin/store-api.ts';
import type { SampleSet } from '../../ledger/samples/request-samples.ts';
import { DAY_MS } from '../../lib/day.ts';
import { serverUrl } from '../../lib/server-url.ts';
import { considerate, inSlices } from '../../lib/steps.ts';
import { replayCampaign } from '../../replay/replay-campaign.ts';
import { NOT_FOUND } from '../../store/refused-change.ts';
import { storeKey } from '../../store/stored-campaign.ts';
import { usesStore } from '../../worker/memory.ts';
import { replayTermsOf } from '../replay-terms.ts';
import { type ClickCounts, estimateOf, type MeasuredClicks } from './estimate-figures.ts';
import type { AdminApiSources } from './sources.ts';

/** Samples that one estimate replays: enough for a few percent, and less than a second of the supervisor. */
const ESTIMATE_SAMPLES_MAX = 4000;

/** A replay that takes longer than this ends with the samples that it has. */
const ESTIMATE_MS_MAX = 5000;

/** Estimates that are under way at once, one behind the other. */
const ESTIMATES_MAX = 4;

/** While somebody types, the next estimates use the same samples. */
const SAMPLES_KEPT_MS = 10_000;

/** Clicks of so many days are measured. */
const CLICK_DAYS = 30;

type EstimateSources = Pick<
  AdminApiSources,
  'ledger' | 'store' | 'work' | 'nowMs' | 'tickMs' | 'chance'
>;

/** What is read from the database for several estimates. */
type Evidence = {
  readonly set: SampleSet;
  readonly clicks: MeasuredClicks;
  readonly readMs: number;
};

/** Replays the samples in slices, between which the supervisor does its other work. */
export function estimateAnswer(sources: EstimateSources): StoreApi['estimate'] {
  const { nowMs, tickMs } = sources;
  let evidence: Evidence | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let underWay = 0;

  async function read(): Promise<Evidence> {
    if (evidence !== undefined && tickMs() - evidence.readMs < SAMPLES_KEPT_MS) return evidence;
    const set = await sources.ledger.samples(ESTIMATE_SAMPLES_MAX);
    evidence = { set, clicks: await measuredClicks(sources), readMs: tickMs() };
    return evidence;
  }

  async function estimate(partner: string, campaign: Campaign): Promise<CampaignEstimate> {
    const { set, clicks } = await read();
    const { config } = sources.work().setup;
    const endMs = tickMs() + ESTIMATE_MS_MAX;
    const trial = {
      partner,
      campaign,
      imageBaseUrl: config.listen.publicUrl ?? serverUrl(config.listen.host, config.listen.port),
      isFiller: (id: string) => isFiller(findCampaign(sources, partner, id)),
    };
    const terms = replayTermsOf(config, sources.chance);
    const steps = replayCampaign(set.samples, trial, terms, () => tickMs() >= endMs);
    const replayed = await inSlices(steps, considerate(tickMs));
    return estimateOf(replayed, {
      campaign,
      set,
      nowMs: nowMs(),
      clicks: rateOf(clicks, campaign),
    });
  }

  return async (wanted, value) => {
    const partner = partnerFor(sources, wanted);
    if (partner === undefined) return NOT_FOUND;
    const campaign = checkCampaign(value);
    if (campaign instanceof CampaignFaults) return { kind: 'faults', faults: campaign.faults };
    if (underWay >= ESTIMATES_MAX) return 'too-many';
    underWay++;
    const before = last;
    const work = before.catch(() => {}).then(() => estimate(partner, campaign));
    last = work;
    return work.finally(() => {
      underWay--;
    });
  };
}

/** Of those with campaigns: the wanted one or, without a wish, first of all one with a store. */
function partnerFor({ work }: EstimateSources, wanted: string | undefined): string | undefined {
  const entries = work().setup.config.partners;
  const own = entries.filter((entry) => traitsOf(entry).campaigns !== undefined);
  if (wanted !== undefined) return own.find(({ name }) => name === wanted)?.name;
  return (own.find(usesStore) ?? own[0])?.name;
}

function findCampaign(
  { work, store }: EstimateSources,
  partner: string,
  id: string,
): Campaign | undefined {
  const ofFile = work()
    .setup.campaigns.get(partner)
    ?.find((one) => one.id === id);
  return ofFile ?? store.campaigns().get(storeKey(partner, id))?.campaign;
}

/** A campaign that is gone counts as a targeted one, as most are. */
function isFiller(campaign: Campaign | undefined): boolean {
  return campaign !== undefined && Object.keys(campaign.targeting?.include ?? {}).length === 0;
}

async function measuredClicks(sources: EstimateSources): Promise<MeasuredClicks> {
  const toMs = sources.nowMs();
  const fromMs = toMs - CLICK_DAYS * DAY_MS;
  const report = await sources.ledger.report({ by: ['partner', 'campaign'], fromMs, toMs });
  const ofAdvertisers = new Map<string, ClickCounts>();
  const all = { impressions: 0, clicks: 0 };
  for (const { keys, sums } of 'reason' in report ? [] : report.rows) {
    const [partner = '', id = ''] = keys;
    const advertiser = findCampaign(sources, partner, id)?.advertiser;
    const own = advertiser === undefined ? undefined : ofAdvertisers.get(advertiser);
    const counted = own ?? { impressions: 0, clicks: 0 };
    for (const one of [counted, all]) {
      one.impressions += Number(sums.impressions ?? 0);
      one.clicks += Number(sums.clicks ?? 0);
    }
    if (advertiser !== undefined) ofAdvertisers.set(advertiser, counted);
  }
  return { ofAdvertisers, all };
}

/** Below this, an advertiser's own rate is chance. */
const IMPRESSIONS_MIN = 1000;

function rateOf({ ofAdvertisers, all }: MeasuredClicks, { advertiser }: Campaign) {
  const own = ofAdvertisers.get(advertiser);
  if (own !== undefined && own.impressions >= IMPRESSIONS_MIN) {
    return { rate: own.clicks / own.impressions, of: 'advertiser' } as const;
  }
  return all.impressions === 0
    ? null
    : ({ rate: all.clicks / all.impressions, of: 'exchange' } as const);
}
