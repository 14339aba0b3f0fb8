import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { entriesOf } from '../demand/campaigns/campaigns-partner.ts';
import type { OnMisfit } from '../demand/campaigns/fit-creative.ts';
import { createLiveCampaigns, type LiveCampaigns } from '../demand/campaigns/live-campaigns.ts';
import type { LocalPartner } from '../demand/partner.ts';
import { createRateBook } from '../demand/rate-book.ts';
import type { WorkerSlices } from '../ledger/budgets/worker-slices.ts';
import { quietFor } from '../lib/quiet.ts';
import { considerate } from '../lib/steps.ts';
import { createFeedReader, type FeedLine, RATES_ROW } from './campaign-feed.ts';

/** Long, since all campaigns are indexed again then: somebody who edits one a minute costs that once a minute. */
const QUIET_MS = 60_000;

/** The campaigns of files and of the store in one worker, and their rates. `onMisfit` is by the name of the partner. */
export function createLivePartners(
  feedFile: string,
  slices: WorkerSlices,
  onMisfit: (partner: string) => OnMisfit,
  tickMs: () => number,
) {
  const building = { pace: considerate(tickMs), whenQuiet: quietFor(QUIET_MS) };
  const read = createFeedReader(feedFile);
  const partners = new Map<string, LiveCampaigns>();
  const rates = createRateBook();

  /** Takes in the rates. Returns the last line of each campaign, by partner. */
  function readOn(): ReadonlyMap<string, readonly FeedLine[]> {
    const last = new Map<string, FeedLine>();
    const lastRates = new Map<string, FeedLine>();
    for (const line of read()) {
      const lines = line.row === RATES_ROW ? lastRates : last;
      lines.set(`${line.partner}/${line.campaign}`, line);
    }
    for (const { partner, campaign: name, text } of lastRates.values()) {
      rates.set({ partner, name }, text);
    }
    for (const { row, limited } of last.values()) slices.assign(row, limited);
    return Map.groupBy(last.values(), ({ partner }) => partner);
  }

  let first: ReadonlyMap<string, readonly FeedLine[]> = readOn();
  return {
    rates,
    /** With these campaigns of a file, or with those of the store that are this partner's. */
    createPartner(
      name: string,
      imageBaseUrl: string,
      ofFile: readonly Campaign[] | undefined,
    ): LocalPartner {
      const entries = ofFile
        ? entriesOf(name, ofFile, slices)
        : (first.get(name) ?? []).flatMap((line) => entryOf(line) ?? []);
      const live = createLiveCampaigns(
        { name, imageBaseUrl, budgets: slices, rates, ...building, onMisfit: onMisfit(name) },
        entries,
      );
      partners.set(name, live);
      return live.partner;
    },
    /** Brings in what has changed. */
    async follow(): Promise<void> {
      first = new Map();
      const version = rates.version();
      const changed = [...readOn()];
      const applied = changed.map(([partner, lines]) => {
        const changes = lines.map((line) => ({ id: line.campaign, entry: entryOf(line) }));
        return partners.get(partner)?.apply(changes);
      });
      await Promise.all(applied);
      if (rates.version() === version) return;
      await Promise.all([...partners.values()].map(({ followRates }) => followRates()));
    },
  };
}

function entryOf({ campaign, row, text }: FeedLine) {
  return text === '' ? undefined : { id: campaign, row, text };
}
