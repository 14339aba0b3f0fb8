import { unpackRates } from '../../../demand/packed-rates.ts';
import type { Host } from '../../../host/host.ts';
import { byCount } from '../../../host/machine/counted.ts';
import { usesStore } from '../../../host/worker/memory.ts';
import { perObject } from '../../../lib/lookup.ts';
import { shortened } from '../../../lib/shortened.ts';
import { ADVERTISER, blockedDomainsOf } from '../../../store/account-kinds.ts';
import { CAMPAIGN, campaignKey } from '../../../store/campaign-kind.ts';
import {
  CAMPAIGN_ROW_STATES,
  type CampaignList,
  type CampaignQuestion,
  type CampaignRow,
  type CampaignRowState,
  type CampaignSort,
} from '../page/api.ts';
import { createCampaignEvidence, nameKey } from './campaign-evidence.ts';
import { type FoundRow, rowOf } from './campaign-rows.ts';
import type { CampaignStanding } from './standing.ts';

const PAGE_ROWS = 50;

type CampaignListSources = Pick<
  Host,
  'budgets' | 'work' | 'feed' | 'records' | 'rates' | 'ledger' | 'nowMs' | 'tickMs'
>;

/** Of a machine. */
export const campaignsOf = perObject((host: Host) => campaignAnswers(host));

export type CampaignAnswers = ReturnType<typeof campaignAnswers>;

function campaignAnswers(sources: CampaignListSources) {
  const evidence = createCampaignEvidence(sources);
  const { rates, work } = sources;
  const blocked = () => blockedDomainsOf(sources.records.all(ADVERTISER));

  async function allRows(): Promise<readonly FoundRow[]> {
    const { budgets, feed, records, nowMs } = sources;
    const [statuses, chances] = await Promise.all([budgets.statuses(), evidence.chances()]);
    const parts = { chances, blocked: blocked(), nowMs: nowMs() };
    return records
      .all(CAMPAIGN)
      .map((one) => rowOf(one, { ...parts, status: statuses[feed.rowOf(one.id) ?? -1] }));
  }

  /** The same for one campaign, of which no more is read than its own rows. */
  async function rowsOf(partner: string, campaign: string): Promise<readonly FoundRow[]> {
    const { budgets, feed, records, nowMs } = sources;
    const stored = records.get(CAMPAIGN, campaignKey(partner, campaign));
    if (stored === undefined) return [];
    const index = feed.rowOf(stored.id);
    const [[status], chances] = await Promise.all([
      index === undefined ? [] : budgets.statuses([index]),
      evidence.chances({ partner, campaign }),
    ]);
    return [rowOf(stored, { chances, blocked: blocked(), nowMs: nowMs(), status })];
  }

  /** With what is told of those that are shown alone. */
  async function explained(rows: readonly FoundRow[]): Promise<readonly CampaignRow[]> {
    const { delivery, usedUpAt } = await evidence.details(rows.map(({ shown }) => shown));
    return rows.map(({ with: judge, shown, ...row }) => {
      const key = nameKey(shown);
      const why = { delivery: delivery.get(key), usedUpAt: usedUpAt.get(key) };
      return { ...row, ...judge(why), expected: expectedOf(row, rates) };
    });
  }

  /** Those that the search finds, and of them those in the state, in their order. */
  async function search({ find, state, partner, campaign, sort }: CampaignQuestion) {
    const wanted = find.trim().toLowerCase();
    const isOne = partner !== undefined && campaign !== undefined;
    const found = (await (isOne ? rowsOf(partner, campaign) : allRows()))
      .filter((row) => partner === undefined || row.partner === partner)
      .filter((row) => campaign === undefined || row.campaign === campaign)
      .filter((row) => namesOf(row).some((name) => name.toLowerCase().includes(wanted)));
    const rows = found.filter((row) => state === undefined || isIn(row, state));
    return { found, rows: rows.sort(SORTS[sort]) };
  }

  return {
    async list(question: CampaignQuestion): Promise<CampaignList> {
      const { found, rows } = await search(question);
      const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
      const page = Math.min(question.page, pages);
      return {
        rows: await explained(rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS)),
        total: rows.length,
        page,
        pages,
        states: statesOf(found),
        storePartners: work()
          .setup.config.partners.filter(usesStore)
          .map(({ name }) => name),
        isWhole: sources.records.isRead(),
      };
    },
    /** What happens to each campaign, by its name. */
    async standings(): Promise<ReadonlyMap<string, CampaignStanding>> {
      return new Map((await allRows()).map((row) => [nameKey(row), row]));
    },
  };
}

function expectedOf(
  { partner, campaign }: Pick<CampaignRow, 'partner' | 'campaign'>,
  { textOf }: Host['rates'],
): CampaignRow['expected'] {
  const text = textOf({ partner, name: shortened(campaign) });
  if (text === undefined) return null;
  const { click, conversion } = unpackRates(text).whole;
  return { clicks: click.rate, conversions: conversion.rate };
}

function statesOf(rows: readonly FoundRow[]): CampaignList['states'] {
  return CAMPAIGN_ROW_STATES.map((state) => ({
    state,
    count: rows.filter((row) => isIn(row, state)).length,
  }))
    .filter(({ count }) => count > 0)
    .sort(byCount);
}

function isIn(row: FoundRow, state: CampaignRowState): boolean {
  return row.state === state || (state === 'waiting' && row.hasChangeWaiting);
}

const urgency = (row: FoundRow) => CAMPAIGN_ROW_STATES.findIndex((state) => isIn(row, state));
const byText = (of: (row: FoundRow) => string) => (a: FoundRow, b: FoundRow) =>
  of(a).localeCompare(of(b));
const byNumber = (of: (row: FoundRow) => number) => (a: FoundRow, b: FoundRow) => of(b) - of(a);

const SORTS: Readonly<Record<CampaignSort, (a: FoundRow, b: FoundRow) => number>> = {
  urgency: (a, b) => urgency(a) - urgency(b),
  name: byText(({ campaign }) => campaign),
  advertiser: byText(({ advertiser }) => advertiser),
  spent: byNumber(({ money }) => money?.spentTotal ?? -1),
  today: byNumber(({ money }) => money?.spentToday ?? -1),
  changed: (a, b) => (b.changed?.at ?? '').localeCompare(a.changed?.at ?? ''),
};

const namesOf = ({ campaign, advertiser, partner }: FoundRow) => [campaign, advertiser, partner];
