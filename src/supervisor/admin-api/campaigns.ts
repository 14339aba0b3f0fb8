import {
  CAMPAIGN_ROW_STATES,
  type CampaignList,
  type CampaignQuestion,
  type CampaignRow,
  type CampaignRowState,
  type CampaignSort,
} from '../../console/campaigns/api.ts';
import { readFlight } from '../../demand/campaigns/flight.ts';
import { unpackRates } from '../../demand/packed-rates.ts';
import type { Account } from '../../ledger/budgets/account.ts';
import type { CampaignStatus } from '../../ledger/budgets/campaign-status.ts';
import { shortened } from '../../lib/shortened.ts';
import { isServing, type StoredCampaign } from '../../store/stored-campaign.ts';
import { usesStore } from '../../worker/memory.ts';
import { byCount } from '../counted.ts';
import type { AdminApiSources } from './sources.ts';

const PAGE_ROWS = 50;

export async function campaignsAnswer(
  { budgets, work, store, rates }: Pick<AdminApiSources, 'budgets' | 'work' | 'store' | 'rates'>,
  { find, state, partner, sort, page }: CampaignQuestion,
  pageRows = PAGE_ROWS,
): Promise<CampaignList> {
  const reports = await budgets.statuses();
  const { plan, setup } = work();
  const wanted = find.trim().toLowerCase();
  const fromFiles = plan.accounts.flatMap((account, index) => {
    const report = reports[index];
    return report === undefined ? [] : fileRow(report, account);
  });
  const stored = [...store.campaigns()].filter(([, { state: at }]) => at !== 'deleted');
  const fromStore = stored.map(([key, one]) => storeRow(one, reports[store.rowOf(key) ?? -1]));
  const found = [...fromFiles, ...fromStore]
    .filter((row) => partner === undefined || row.partner === partner)
    .filter((row) => namesOf(row).some((name) => name.toLowerCase().includes(wanted)));
  const rows = found.filter((row) => state === undefined || isIn(row, state));
  const pages = Math.max(1, Math.ceil(rows.length / pageRows));
  const shown = Math.min(page, pages);
  const listed = rows.sort(SORTS[sort]).slice((shown - 1) * pageRows, shown * pageRows);
  return {
    rows: listed.map((row) => ({ ...row, expected: expectedOf(row, rates) })),
    total: rows.length,
    page: shown,
    pages,
    states: statesOf(found),
    storePartners: setup.config.partners.filter(usesStore).map(({ name }) => name),
  };
}

function expectedOf(
  { partner, campaign }: FoundRow,
  { textOf }: AdminApiSources['rates'],
): CampaignRow['expected'] {
  const text = textOf({ partner, name: shortened(campaign) });
  if (text === undefined) return null;
  const { click, conversion } = unpackRates(text).whole;
  return { clicks: click.rate, conversions: conversion.rate };
}

/** What is read of the rates only for rows that are shown. */
type FoundRow = Omit<CampaignRow, 'expected'>;

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

function fileRow(report: CampaignStatus, account: Account): FoundRow {
  const { partner, campaign, advertiser, money, impressions } = report;
  return {
    partner,
    campaign,
    advertiser,
    money,
    impressions,
    changed: null,
    ...reported(report),
    hasChangeWaiting: false,
    ...flightOf(account),
  };
}

function storeRow(stored: StoredCampaign, report: CampaignStatus | undefined): FoundRow {
  const { partner, campaign, approved, changedMs, changedBy } = stored;
  return {
    partner,
    campaign: campaign.id,
    // Nobody is named as serving who is not approved.
    advertiser: approved?.advertiser ?? campaign.advertiser,
    ...storedState(stored, report),
    hasChangeWaiting: hasChangeWaiting(stored),
    changed: { at: new Date(changedMs).toISOString(), by: changedBy },
    money: report?.money ?? null,
    impressions: report?.impressions ?? null,
    ...flightOf(readFlight(campaign.flight, campaign.zone)),
  };
}

function flightOf({ startMs, endMs }: Pick<Account, 'startMs' | 'endMs'>) {
  return { startsAt: isoOf(startMs), endsAt: isoOf(endMs) };
}

function isoOf(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}

type Shown = Pick<CampaignRow, 'state' | 'sentence'>;

/** Whether a campaign of the store serves and, if not, why. */
export function storedState(stored: StoredCampaign, report: CampaignStatus | undefined): Shown {
  const { state, changedBy, changedMs } = stored;
  const when = `by ${changedBy} at ${new Date(changedMs).toISOString().replace(/\.\d+Z$/, 'Z')}`;
  switch (state) {
    case 'draft':
      return { state, sentence: 'draft: it was not started yet' };
    case 'paused':
      return { state, sentence: `paused; last changed ${when}` };
    case 'archived':
    case 'deleted':
      return { state: 'archived', sentence: `archived; last changed ${when}` };
    case 'active': {
      const rejected = rejectionWords(stored.reviews);
      if (!isServing(stored)) {
        return { state: 'waiting', sentence: rejected ?? 'no creative is approved yet' };
      }
      const shown = report ? reported(report) : STARTING;
      const pending = hasChangeWaiting(stored) ? 'a change waits for approval' : rejected;
      return pending ? { ...shown, sentence: `${shown.sentence}; ${pending}` } : shown;
    }
  }
}

const STARTING: Shown = { state: 'quiet', sentence: 'starting' };

function reported(report: CampaignStatus): Shown {
  return { state: servingStateOf(report), sentence: report.sentence };
}

export function servingStateOf({ state }: CampaignStatus): Shown['state'] {
  if (state === 'no-request-matched') return 'quiet';
  if (state === 'held-back') return 'held';
  return state === 'serving' ? 'serving' : 'stopped';
}

/** Whether its approved version serves, and a further one waits (ruling 73). */
function hasChangeWaiting(stored: StoredCampaign): boolean {
  return isServing(stored) && stored.reviews.some(({ state }) => state === 'waiting');
}

function rejectionWords(reviews: StoredCampaign['reviews']): string | undefined {
  const rejected = reviews.find(({ state }) => state === 'rejected');
  return rejected && `creative ${rejected.creative} was rejected: ${rejected.reason}`;
}
