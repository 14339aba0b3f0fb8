import type { LocalPartner } from '../../core/auction/partner.ts';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { entriesOf } from '../../demand/campaigns/campaigns-partner.ts';
import type { OnMisfit } from '../../demand/campaigns/fit-creative.ts';
import type { FrequencyParts } from '../../demand/campaigns/frequency.ts';
import { createLiveCampaigns, type LiveCampaigns } from '../../demand/campaigns/live-campaigns.ts';
import { createRateBook } from '../../demand/rate-book.ts';
import type { WorkerPortions } from '../../ledger/budgets/portion-memory.ts';
import { quietFor } from '../../lib/repeat.ts';
import { considerate } from '../../lib/steps.ts';
import type { CampaignLine } from '../../store/feed/feed.ts';
import { rowOf } from './accounts.ts';
import type { FeedNews } from './feed-news.ts';
import type { SetupRows } from './work.ts';

/** Long, since all campaigns are indexed again then: somebody who edits one a minute costs that once a minute. */
const QUIET_MS = 60_000;

type CampaignHooks = {
  /** By the name of the partner. */
  readonly onMisfit: (partner: string) => OnMisfit;
  readonly frequency: FrequencyParts;
};

/** The campaigns of files and of the store in one worker, and their rates. */
export function createOwnCampaigns(
  news: FeedNews,
  rowsOfFiles: SetupRows['campaigns'],
  budgets: WorkerPortions,
  { onMisfit, frequency }: CampaignHooks,
  tickMs: () => number,
) {
  const building = { pace: considerate(tickMs), whenQuiet: quietFor(QUIET_MS) };
  const all: LiveCampaigns[] = [];
  const ofStore = new Map<string, LiveCampaigns>();
  const rates = createRateBook();

  /** Takes in the rates. Returns the campaigns by partner. */
  function takeIn({ campaigns, rates: learned }: FeedNews) {
    for (const { partner, name, text } of learned) rates.set({ partner, name }, text);
    for (const { row, limited } of campaigns) budgets.assign(row, limited);
    return Map.groupBy(campaigns, ({ partner }) => partner);
  }

  let first: ReadonlyMap<string, readonly CampaignLine[]> = takeIn(news);
  return {
    rates,
    /** With these campaigns of a file, or with those of the store that are this partner's. */
    createPartner(
      name: string,
      imageBaseUrl: string,
      ofFile: readonly Campaign[] | undefined,
    ): LocalPartner {
      const entries = ofFile
        ? entriesOf(ofFile, (index) => rowOf(rowsOfFiles, name, index))
        : (first.get(name) ?? []).flatMap((line) => entryOf(line) ?? []);
      const live = createLiveCampaigns(
        {
          name,
          imageBaseUrl,
          budgets,
          rates,
          ...building,
          onMisfit: onMisfit(name),
          frequency,
        },
        entries,
      );
      all.push(live);
      if (ofFile === undefined) ofStore.set(name, live);
      return live.partner;
    },
    /** Brings in what has changed. */
    async follow(later: FeedNews): Promise<void> {
      first = new Map();
      const version = rates.version();
      const changed = [...takeIn(later)];
      const applied = changed.map(([partner, lines]) => {
        const changes = lines.map((line) => ({ id: line.campaign, entry: entryOf(line) }));
        return ofStore.get(partner)?.apply(changes);
      });
      await Promise.all(applied);
      if (rates.version() === version) return;
      await Promise.all(all.map(({ followRates }) => followRates()));
    },
  };
}

function entryOf({ campaign, row, text }: CampaignLine) {
  return text === '' ? undefined : { id: campaign, row, text };
}
