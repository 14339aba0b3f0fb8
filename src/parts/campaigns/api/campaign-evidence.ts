import type { Host } from '../../../host/host.ts';
import type { Progress } from '../../../ledger/budgets/campaign-status.ts';
import {
  type DayChances,
  hasChances,
  readChances,
  readLastSpend,
  readReasons,
} from '../../../ledger/delivery/recent-delivery.ts';
import { DAY_MS, dayOf } from '../../../lib/day.ts';
import { shortened } from '../../../lib/shortened.ts';
import { wallTime } from '../../../lib/time-zone.ts';
import type { CampaignDelivery } from './delivery.ts';
import { campaignDelivery } from './delivery.ts';
import type { Chances } from './standing.ts';

type EvidenceSources = Pick<Host, 'ledger' | 'nowMs' | 'tickMs'>;

type ManyDays = readonly DayChances[];

type CampaignName = { readonly partner: string; readonly campaign: string };

/** The counts are some seconds behind anyway, and several people may look at the list. */
const CHANCES_KEPT_MS = 5000;

/** A day that is over hardly changes. */
const YESTERDAY_KEPT_MS = 10 * 60_000;

/** With fewer chances today, those of yesterday say more. */
const CHANCES_OF_TODAY_MIN = 20;

/** Campaigns of which it is remembered when their budget was used up. */
const USED_UP_MAX = 10_000;

export const nameKey = ({ partner, campaign }: CampaignName) => `${partner}/${campaign}`;

/** What became of the chances of campaigns lately. Without a campaign in it: it had none. */
export type ChancesByName = {
  readonly of: ReadonlyMap<string, Chances>;
  /** Whether any campaign had one. */
  readonly isAny: boolean;
};

/** A campaign that is shown, with what decides which counts tell of it. */
export type Shown = CampaignName & {
  readonly period: Chances['period'] | undefined;
  /** Of one whose budget of the day is used up: its spend, and its time zone. */
  readonly usedUp: { readonly money: Progress; readonly zone: string } | undefined;
};

type Details = {
  readonly delivery: ReadonlyMap<string, CampaignDelivery>;
  readonly usedUpAt: ReadonlyMap<string, string>;
};

/** Reads what happens to campaigns: of all of them few figures, and more of those that are shown. */
export function createCampaignEvidence({ ledger, nowMs, tickMs }: EvidenceSources) {
  let kept: { readonly ms: number; readonly chances: Promise<ChancesByName> } | undefined;
  let before: { readonly ms: number; readonly day: number; readonly rows: ManyDays } | undefined;
  const usedUp = new Map<string, { readonly spent: number; readonly ms: number }>();
  const database = () => {
    const open = ledger.database();
    if (open === undefined) throw new Error('the database cannot be reached');
    return open;
  };

  async function readYesterday(day: number): Promise<ManyDays> {
    if (before?.day === day && tickMs() - before.ms < YESTERDAY_KEPT_MS) return before.rows;
    const rows = await readChances(database(), { fromDay: day, toDay: day });
    before = { ms: tickMs(), day, rows };
    return rows;
  }

  async function readRows(today: number, only?: CampaignName): Promise<ManyDays> {
    if (only !== undefined) {
      return readChances(database(), { fromDay: today - 1, toDay: today }, only);
    }
    const yesterday = await readYesterday(today - 1);
    return [...yesterday, ...(await readChances(database(), { fromDay: today, toDay: today }))];
  }

  async function read(only?: CampaignName): Promise<ChancesByName> {
    const today = dayOf(nowMs());
    const rows = await readRows(today, only);
    const isAny = rows.length > 0 || (await hasChances(database(), today - 1));
    const byName = Map.groupBy(rows, nameKey);
    const of = new Map([...byName].map(([key, days]) => [key, latest(days, today)]));
    return { of, isAny };
  }

  function readAll(): Promise<ChancesByName> {
    if (kept !== undefined && tickMs() - kept.ms < CHANCES_KEPT_MS) return kept.chances;
    const chances = read();
    kept = { ms: tickMs(), chances };
    chances.catch(() => {
      kept = undefined;
    });
    return chances;
  }

  async function readDelivery(rows: readonly Shown[]) {
    const today = dayOf(nowMs());
    const found = new Map<string, CampaignDelivery>();
    const read = rows.filter(({ period }) => period !== undefined);
    for (const own of Map.groupBy(read, (row) => `${row.period}/${row.partner}`).values()) {
      const { partner = '', period } = own[0] ?? {};
      const campaigns = own.map(({ campaign }) => campaign);
      const fromDay = period === 'today' ? today : today - 1;
      const reasons = await readReasons(database(), partner, campaigns, fromDay);
      for (const [campaign, counts] of Map.groupBy(reasons, (row) => row.campaign)) {
        found.set(nameKey({ partner, campaign }), campaignDelivery(counts));
      }
    }
    return found;
  }

  /** A campaign is asked for once: while it has spent no more, its budget was used up at the same time. */
  async function lookUpUsedUp(rows: readonly Shown[]): Promise<void> {
    const asked = rows.filter((row) => {
      const known = usedUp.get(nameKey(row));
      return row.usedUp !== undefined && known?.spent !== row.usedUp.money.spentTotal;
    });
    for (const [partner, own] of Map.groupBy(asked, (row) => row.partner)) {
      const names = own.map(({ campaign }) => shortened(campaign));
      const last = await readLastSpend(database(), partner, names, nowMs() - DAY_MS);
      for (const row of own) {
        const ms = last.get(shortened(row.campaign));
        if (ms === undefined || row.usedUp === undefined) continue;
        if (usedUp.size >= USED_UP_MAX) usedUp.clear();
        usedUp.set(nameKey(row), { spent: row.usedUp.money.spentTotal, ms });
      }
    }
  }

  return {
    /** Of all campaigns, or of one. undefined: the database cannot be read. */
    chances: (only?: CampaignName): Promise<ChancesByName | undefined> =>
      (only === undefined ? readAll() : read(only)).catch(() => undefined),
    /** Of few campaigns. */
    async details(rows: readonly Shown[]): Promise<Details> {
      const delivery = await readDelivery(rows).catch(() => new Map<string, CampaignDelivery>());
      await lookUpUsedUp(rows).catch(() => {});
      const usedUpAt = rows.flatMap((row) => {
        const known = usedUp.get(nameKey(row));
        if (row.usedUp === undefined || known === undefined) return [];
        const { clock } = wallTime(row.usedUp.zone, known.ms);
        return [[nameKey(row), clock.slice(0, 5)] as const];
      });
      return { delivery, usedUpAt: new Map(usedUpAt) };
    },
  };
}

/** Of today where there were enough. */
function latest(days: readonly DayChances[], today: number): Chances {
  const ofToday = days.filter(({ day }) => day === today);
  const { bid, unfit, held } = summed(ofToday);
  const isEnough = bid + unfit + held >= CHANCES_OF_TODAY_MIN || ofToday.length === days.length;
  return isEnough
    ? { ...summed(ofToday), period: 'today' }
    : { ...summed(days), period: 'since yesterday' };
}

function summed(days: readonly DayChances[]) {
  const sum = (of: (day: DayChances) => number) => days.reduce((total, one) => total + of(one), 0);
  return {
    bid: sum(({ bid }) => bid),
    sold: sum(({ sold }) => sold),
    unfit: sum(({ unfit }) => unfit),
    held: sum(({ held }) => held),
  };
}
