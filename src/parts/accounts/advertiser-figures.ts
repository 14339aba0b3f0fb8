import { advertiserDomain } from '../../core/openrtb/host-name.ts';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import type { Host } from '../../host/host.ts';
import type { CampaignStanding } from '../../host/offers.ts';
import {
  type CampaignDay,
  type CampaignSpend,
  readCampaignDays,
} from '../../ledger/delivery/read-delivery.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { NANOS_PER_USD } from '../../lib/money.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { StoredAdvertiser } from '../../store/account-kinds.ts';
import { approvedOf, CAMPAIGN, partnerOf, waitingCreatives } from '../../store/campaign-kind.ts';
import type { AdvertiserSort } from './page/sorts.ts';

export type AdvertiserRow = ReturnType<typeof rowsOf>[number];

/** `GET /api/advertisers/<domain>/figures` */
export type AdvertiserFigures = Awaited<ReturnType<typeof advertiserFigures>>;

/** A campaign as far as its advertiser's pages show it. */
type NamedCampaign = CampaignStanding & {
  readonly partner: string;
  readonly campaign: string;
  readonly domain: string;
  readonly advertiser: string;
  readonly categories: readonly string[] | undefined;
  /** Its creatives that nobody has approved or rejected. */
  readonly waiting: readonly string[];
};

const STARTING: CampaignStanding = { state: 'quiet', kind: 'quiet', sentence: 'starting' };

/** All campaigns of files and of the store, by the domain of their advertiser (ruling 71). */
export async function campaignsByDomain({ offers, records }: Pick<Host, 'offers' | 'records'>) {
  const known = await offers.campaignStandings?.();
  const campaigns = records.all(CAMPAIGN).map((stored) => {
    const { id, definition } = stored;
    const partner = partnerOf(stored);
    // As it serves: what waits for approval speaks for nobody yet.
    const served = { ...definition, ...approvedOf(stored) };
    const standing = known?.get(id) ?? STARTING;
    const waiting = waitingCreatives(stored).map(({ id }) => id);
    return { ...namedCampaign(partner, served, standing), waiting };
  });
  return Map.groupBy(campaigns, ({ domain }) => domain);
}

function namedCampaign(
  partner: string,
  { id, domain, advertiser, categories }: Campaign,
  { state, kind, sentence }: CampaignStanding,
) {
  const known = { partner, campaign: id, domain: advertiserDomain(domain) ?? domain };
  return { ...known, advertiser, categories, state, kind, sentence };
}

const RUNNING: readonly string[] = ['selling', 'failing', 'held', 'quiet'];

export function isRunning({ state }: Pick<NamedCampaign, 'state'>): boolean {
  return RUNNING.includes(state);
}

type ListedFrom = {
  readonly described: readonly StoredAdvertiser[];
  readonly campaigns: ReadonlyMap<string, readonly NamedCampaign[]>;
  /** undefined: it cannot be read now. */
  readonly spend: readonly CampaignSpend[] | undefined;
};

type AdvertiserQuestion = {
  readonly find?: string | undefined;
  readonly state?: string | undefined;
  readonly sort?: AdvertiserSort | undefined;
};

/** Advertisers that somebody has described, and those that campaigns name, by search, state and order. */
export function advertiserRows(
  from: ListedFrom,
  { find = '', state, sort = 'spent' }: AdvertiserQuestion,
): readonly AdvertiserRow[] {
  const text = find.trim().toLowerCase();
  return rowsOf(from)
    .filter((row) => state === undefined || row.state === state)
    .filter(({ name, domain }) => `${name} ${domain}`.toLowerCase().includes(text))
    .toSorted((a, b) => SORTS[sort](a, b) || a.name.localeCompare(b.name));
}

type RowOrder = (a: AdvertiserRow, b: AdvertiserRow) => number;
const byMost = (of: (row: AdvertiserRow) => number): RowOrder => {
  return (a, b) => of(b) - of(a);
};

const SORTS: Readonly<Record<AdvertiserSort, RowOrder>> = {
  spent: byMost(({ spend }) => spend?.recentUsd ?? 0),
  today: byMost(({ spend }) => spend?.todayUsd ?? 0),
  name: () => 0,
  campaigns: byMost(({ campaigns }) => campaigns),
};

function rowsOf({ described, campaigns, spend }: ListedFrom) {
  const byDomain = new Map(described.map((one) => [one.id, one]));
  const spent = new Map(spend?.map((one) => [nameOf(one), one]));
  const spendOfAll = (own: readonly NamedCampaign[]) => {
    const sums = own.flatMap((one) => spent.get(nameOf(one)) ?? []);
    const usd = (of: 'todayNanos' | 'nanos') =>
      sums.reduce((total, one) => total + one[of], 0) / NANOS_PER_USD;
    return { todayUsd: usd('todayNanos'), recentUsd: usd('nanos') };
  };
  const domains = new Set([...byDomain.keys(), ...campaigns.keys()]);
  return [...domains].map((domain) => {
    const own = campaigns.get(domain) ?? [];
    const record = byDomain.get(domain);
    return {
      domain,
      name: record?.definition.name ?? own[0]?.advertiser ?? domain,
      /** Whether somebody has described it. The others are named as their campaigns name them. */
      isDescribed: record !== undefined,
      state: record?.state === 'blocked' ? ('blocked' as const) : ('active' as const),
      campaigns: own.length,
      /** Those that bid, or would if it were not blocked. */
      running: own.filter(isRunning).length,
      /** Of its campaigns, today and in the last 30 days. Null: the ledger cannot be read now. */
      spend: spend === undefined ? null : spendOfAll(own),
    };
  });
}

const nameOf = ({ partner, campaign }: Pick<CampaignSpend, 'partner' | 'campaign'>) =>
  `${partner}/${campaign}`;

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
) {
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
    /** Of all its campaigns, also of those that are not listed. */
    campaignCount: campaigns.length,
    running: campaigns.filter(isRunning).length,
    /** Creatives that wait for approval. */
    waiting: waiting.slice(0, LISTED_MAX),
    waitingCount: waiting.length,
    /** Null: the ledger cannot be read now. */
    spend: days === undefined ? null : wholeSpend(days, today),
  };
}

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

function wholeSpend(days: readonly CampaignDay[], today: number) {
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
    /** The last 30 days, the earliest first. */
    days: shownDays,
    ...spendOf(days, today),
    /** How often its ads were shown in the last seven days. */
    weekImpressions: week.reduce((total, { shown }) => total + shown, 0),
  };
}
