import { type CampaignDay, readCampaignDays } from '../../../ledger/delivery/spend.ts';
import { DAY_MS, dayOf } from '../../../lib/day.ts';
import { NANOS_PER_USD } from '../../../lib/money.ts';
import type { Database } from '../../../lib/sql/database.ts';
import type { AdvertiserFigures, AdvertiserSpend } from '../page/advertisers/api.ts';
import { isRunning, type NamedCampaign } from './advertiser-campaigns.ts';

/** The days of spend that are shown, and those of impressions that a block would have cost; today included. */
export const RECENT_DAYS = 30;
const WEEK_DAYS = 7;

/** Of campaigns and of creatives: more are counted and not listed. */
const LISTED_MAX = 200;

/** What one advertiser's campaigns do. `database` rejects while it cannot be reached. */
export async function advertiserFigures(
  campaigns: readonly NamedCampaign[],
  database: () => Database,
  nowMs: number,
): Promise<AdvertiserFigures> {
  const today = dayOf(nowMs);
  const days = await daysOf(campaigns, database, today - RECENT_DAYS + 1).catch(() => undefined);
  const byCampaign = Map.groupBy(days ?? [], nameOf);
  const waiting = campaigns.flatMap((one) =>
    one.waiting.map((creative) => ({ partner: one.partner, campaign: one.campaign, creative })),
  );
  const rows = campaigns.map((one) => {
    const own = byCampaign.get(nameOf(one)) ?? [];
    const { partner, campaign, state, kind, sentence } = one;
    return { partner, campaign, state, kind, sentence, ...spendOf(own, today) };
  });
  return {
    campaigns: rows
      .toSorted((a, b) => Number(isRunning(b)) - Number(isRunning(a)) || b.recentUsd - a.recentUsd)
      .slice(0, LISTED_MAX),
    campaignCount: campaigns.length,
    running: campaigns.filter(isRunning).length,
    waiting: waiting.slice(0, LISTED_MAX),
    waitingCount: waiting.length,
    spend: days === undefined ? null : wholeSpend(days, today),
  };
}

const nameOf = ({ partner, campaign }: Pick<NamedCampaign, 'partner' | 'campaign'>) =>
  `${partner}/${campaign}`;

async function daysOf(
  campaigns: readonly NamedCampaign[],
  database: () => Database,
  fromDay: number,
): Promise<readonly CampaignDay[]> {
  const byPartner = Map.groupBy(campaigns, ({ partner }) => partner);
  const asked = [...byPartner].map(([partner, list]) => {
    const names = list.map(({ campaign }) => campaign);
    return readCampaignDays(database(), { partner, campaigns: names, fromDay });
  });
  return (await Promise.all(asked)).flat();
}

function spendOf(days: readonly CampaignDay[], today: number) {
  const sum = (of: readonly CampaignDay[]) =>
    of.reduce((total, { nanos }) => total + nanos, 0) / NANOS_PER_USD;
  return { todayUsd: sum(days.filter(({ day }) => day >= today)), recentUsd: sum(days) };
}

function wholeSpend(days: readonly CampaignDay[], today: number): AdvertiserSpend {
  const byDay = Map.groupBy(days, ({ day }) => day);
  const shownDays = Array.from({ length: RECENT_DAYS }, (_, index) => {
    const day = today - RECENT_DAYS + 1 + index;
    return {
      day: new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length),
      spendUsd: spendOf(byDay.get(day) ?? [], today).recentUsd,
    };
  });
  const week = days.filter(({ day }) => day > today - WEEK_DAYS);
  return {
    days: shownDays,
    ...spendOf(days, today),
    weekImpressions: week.reduce((total, { shown }) => total + shown, 0),
  };
}
