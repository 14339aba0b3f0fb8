import type { OnMisfit } from '../demand/campaigns/fit-creative.ts';
import { createLiveCampaigns, type LiveCampaigns } from '../demand/campaigns/live-campaigns.ts';
import type { LocalPartner } from '../demand/partner.ts';
import type { WorkerSlices } from '../ledger/budgets/worker-slices.ts';
import { quietFor } from '../lib/quiet.ts';
import { considerate } from '../lib/steps.ts';
import { createFeedReader, type FeedLine } from './campaign-feed.ts';

/** The campaigns of the store, in one worker. */
export type StoredCampaigns = {
  /** With the campaigns of the partner of this name. */
  readonly createPartner: (name: string, imageBaseUrl: string) => LocalPartner;
  /** Brings in what has changed. */
  readonly follow: () => Promise<void>;
};

export type StoredCampaignsParts = {
  readonly feedFile: string | undefined;
  readonly slices: WorkerSlices;
  /** By the name of the partner. */
  readonly onMisfit: (partner: string) => OnMisfit;
  readonly tickMs: () => number;
};

/** Long, since all campaigns are indexed again then: somebody who edits one a minute costs that once a minute. */
const QUIET_MS = 60_000;

export function createStoredCampaigns({
  feedFile,
  slices,
  onMisfit,
  tickMs,
}: StoredCampaignsParts): StoredCampaigns {
  const building = { pace: considerate(tickMs), whenQuiet: quietFor(QUIET_MS) };
  const read = feedFile === undefined ? () => [] : createFeedReader(feedFile);
  const partners = new Map<string, LiveCampaigns>();

  /** The last line of each campaign, by partner. */
  function readOn(): ReadonlyMap<string, readonly FeedLine[]> {
    const last = new Map<string, FeedLine>();
    for (const line of read()) last.set(`${line.partner}/${line.campaign}`, line);
    for (const { place, limited } of last.values()) slices.assign(place, limited);
    return Map.groupBy(last.values(), ({ partner }) => partner);
  }

  let first: ReadonlyMap<string, readonly FeedLine[]> = readOn();
  return {
    createPartner(name, imageBaseUrl) {
      const entries = (first.get(name) ?? []).flatMap((line) => entryOf(line) ?? []);
      const live = createLiveCampaigns(
        { name, imageBaseUrl, budgets: slices, ...building, onMisfit: onMisfit(name) },
        entries,
      );
      partners.set(name, live);
      return live.partner;
    },
    async follow() {
      first = new Map();
      const changed = [...readOn()];
      const applied = changed.map(([partner, lines]) => {
        const changes = lines.map((line) => ({ id: line.campaign, entry: entryOf(line) }));
        return partners.get(partner)?.apply(changes);
      });
      await Promise.all(applied);
    },
  };
}

function entryOf({ campaign, place: row, text }: FeedLine) {
  return text === '' ? undefined : { id: campaign, row, text };
}
