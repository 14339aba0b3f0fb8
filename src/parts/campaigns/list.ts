import type { Static } from 'typebox';
import Type from 'typebox';
import { unpackRates } from '../../demand/rate-model.ts';
import type { Host } from '../../host/host.ts';
import { ListQuestion, pageOf } from '../../host/record-ops.ts';
import { usesStore } from '../../host/worker/memory.ts';
import type { CampaignStatus } from '../../ledger/budgets/campaign-status.ts';
import {
  type DayChances,
  hasChances,
  readChances,
  readReasons,
} from '../../ledger/delivery/read-delivery.ts';
import { dayOf } from '../../lib/day.ts';
import { perObject } from '../../lib/lookup.ts';
import { shortened } from '../../lib/shortened.ts';
import { ADVERTISER, blockedDomainsOf } from '../../store/account-kinds.ts';
import {
  approvedOf,
  CAMPAIGN,
  campaignKey,
  partnerOf,
  type StoredCampaign,
} from '../../store/campaign-kind.ts';
import { type CampaignDelivery, campaignDelivery } from './delivery.ts';
import { CAMPAIGN_SORTS, ROW_STATES, type RowState } from './page/row-states.ts';
import { type CampaignStanding, type Chances, hasChangeWaiting, standingOf } from './standing.ts';

const ORDER = Object.keys(ROW_STATES) as readonly RowState[];
type Sort = keyof typeof CAMPAIGN_SORTS;

export const CampaignQuestion = Type.Object({
  ...ListQuestion.properties,
  // `active` are all that are started.
  state: Type.Optional(Type.Enum([...ORDER, 'active' as const])),
  partner: Type.Optional(Type.String()),
  campaign: Type.Optional(Type.String({ description: 'The exact id of one campaign.' })),
  sort: Type.Optional(Type.Unsafe<Sort>(Type.Enum(Object.keys(CAMPAIGN_SORTS)))),
});

/** A campaign of a list: what it is, what happens to it, and its money. */
export type CampaignRow = Awaited<ReturnType<CampaignAnswers['list']>>['rows'][number];
export type CampaignList = Awaited<ReturnType<CampaignAnswers['list']>>;
export type CampaignAnswers = ReturnType<typeof campaignAnswers>;

/** Of a machine. */
export const campaignsOf = perObject((host: Host) => campaignAnswers(host));

/** The counts are some seconds behind anyway, and several people may look at the list. */
const CHANCES_KEPT_MS = 5000;

/** With fewer chances today, those of yesterday say more. */
const CHANCES_OF_TODAY_MIN = 20;

/** A campaign that was changed this long ago may not have had a request yet. */
const FRESH_MS = 15 * 60_000;

type One = { readonly partner: string; readonly campaign: string };

type Found = {
  readonly stored: StoredCampaign;
  readonly status: CampaignStatus | undefined;
  readonly standing: (delivery?: CampaignDelivery) => CampaignStanding;
};

function campaignAnswers(host: Host) {
  const { budgets, feed, records, rates, ledger, nowMs, tickMs, work } = host;
  let kept: { readonly ms: number; readonly chances: Promise<ChancesById | undefined> } | undefined;

  function chancesOf(only?: One): Promise<ChancesById | undefined> {
    if (only !== undefined) return readLately(host, only).catch(() => undefined);
    if (kept === undefined || tickMs() - kept.ms > CHANCES_KEPT_MS) {
      kept = { ms: tickMs(), chances: readLately(host).catch(() => undefined) };
    }
    return kept.chances;
  }

  /** All, or one of which no more is read than its own rows. */
  async function found(only?: One): Promise<readonly Found[]> {
    const one = only && records.get(CAMPAIGN, campaignKey(only.partner, only.campaign));
    const all = only === undefined ? records.all(CAMPAIGN) : one === undefined ? [] : [one];
    const index = one && feed.rowOf(one.id);
    const [statuses, chances] = await Promise.all([
      budgets.statuses(only === undefined ? undefined : index === undefined ? [] : [index]),
      chancesOf(only),
    ]);
    const blocked = blockedDomainsOf(records.all(ADVERTISER));
    return all.map((stored) => {
      const status = statuses.get(feed.rowOf(stored.id) ?? -1);
      const isFresh = nowMs() - stored.changedMs < FRESH_MS || chances?.isAny === false;
      const own = chances && (chances.byId.get(stored.id) ?? NO_CHANCE);
      const standing = (delivery?: CampaignDelivery) =>
        standingOf(stored, blocked, { status, chances: own, isFresh, delivery });
      return { stored, status, standing };
    });
  }

  /** Why they sell what they sell, of few campaigns. */
  async function deliveries(shown: readonly StoredCampaign[]) {
    const known = new Map<string, CampaignDelivery>();
    const open = ledger.database();
    const byPartner = Map.groupBy(shown, partnerOf);
    for (const [partner, own] of open === undefined ? [] : byPartner) {
      const ids = own.map(({ definition }) => definition.id);
      const rows = await readReasons(open as never, partner, ids, dayOf(nowMs()) - 1);
      for (const [campaign, counts] of Map.groupBy(rows, (row) => row.campaign)) {
        known.set(campaignKey(partner, campaign), campaignDelivery(counts));
      }
    }
    return known;
  }

  /** What an impression is expected to bring, by what was learned. Null: it was not shown yet. */
  function expectedOf({ id, definition }: StoredCampaign) {
    const text = rates.textOf({ partner: partnerOf({ id }), name: shortened(definition.id) });
    if (text === undefined) return null;
    const { click, conversion } = unpackRates(text).whole;
    return { clicks: click.rate, conversions: conversion.rate };
  }

  return {
    async list(question: Static<typeof CampaignQuestion>) {
      if (!records.isRead()) throw new Error('the campaigns of the store are not known yet');
      const { find = '', state, partner, campaign, sort = 'urgency' } = question;
      const wanted = find.trim().toLowerCase();
      const isOne = partner !== undefined && campaign !== undefined;
      const rows = (await found(isOne ? { partner, campaign } : undefined))
        .map((one) => ({ one, row: rowOf(one) }))
        .filter(({ row }) => partner === undefined || row.partner === partner)
        .filter(({ row }) => campaign === undefined || row.campaign === campaign)
        .filter(({ row: { advertiser, id } }) =>
          `${id} ${advertiser}`.toLowerCase().includes(wanted),
        );
      const inState = rows.filter(
        ({ row }) => state === undefined || statesOf(row).includes(state),
      );
      const page = pageOf(
        inState.sort((a, b) => SORTS[sort](a.row, b.row)),
        question.page,
      );
      const shown = page.rows.map(({ one }) => one);
      const why = await deliveries(shown.map(({ stored }) => stored)).catch(() => undefined);
      return {
        ...page,
        rows: shown.map((one) => ({
          ...rowOf(one, why?.get(one.stored.id)),
          expected: expectedOf(one.stored),
        })),
        /** How many campaigns are in each state, whatever state was asked for. */
        counts: countsOf(rows.flatMap(({ row }) => statesOf(row))),
        /** The partners whose campaigns are in the database, where they can be changed. */
        storePartners: work()
          .setup.config.partners.filter(usesStore)
          .map(({ name }) => name),
      };
    },
    /** What happens to one, with the reason where it sells nothing. */
    async standing(partner: string, campaign: string): Promise<CampaignStanding | undefined> {
      const [one] = await found({ partner, campaign });
      const known = one && (await deliveries([one.stored]).catch(() => undefined));
      return one?.standing(known?.get(one.stored.id));
    },
    /** What happens to each campaign, by its key. */
    async standings(): Promise<ReadonlyMap<string, CampaignStanding>> {
      const all = await found();
      return new Map(all.map(({ stored, standing }) => [stored.id, standing()]));
    },
  };
}

type ChancesById = {
  /** Without a campaign in it: it had none. */
  readonly byId: ReadonlyMap<string, Chances>;
  /** Whether any campaign had one. */
  readonly isAny: boolean;
};

const NO_CHANCE = { bid: 0, sold: 0, unfit: 0, held: 0, period: 'today' } as const;

/** What became of the chances of campaigns, or of one, since yesterday. */
async function readLately({ ledger, nowMs }: Host, only?: One): Promise<ChancesById> {
  const open = ledger.database();
  if (open === undefined) throw new Error('the database cannot be reached');
  const today = dayOf(nowMs());
  const rows = await readChances(open, { fromDay: today - 1, toDay: today }, only);
  const isAny = rows.length > 0 || (await hasChances(open, today - 1));
  const byId = Map.groupBy(rows, (row) => campaignKey(row.partner, row.campaign));
  return { byId: new Map([...byId].map(([id, days]) => [id, latest(days, today)])), isAny };
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

function rowOf({ stored, status, standing }: Found, delivery?: CampaignDelivery) {
  const { id, source, definition, changedMs, changedBy } = stored;
  return {
    ...{ id, source, partner: partnerOf(stored), campaign: definition.id },
    isStarted: stored.state === 'active',
    // Nobody is named as serving who is not approved.
    advertiser: approvedOf(stored)?.advertiser ?? definition.advertiser,
    ...standing(delivery),
    /** Its approved version serves, and a change of it waits for approval: it is found among those that wait, too. */
    hasChangeWaiting: hasChangeWaiting(stored),
    /** Of the store: its last change. Null: it is in a file. */
    changed: source === 'config' ? null : { at: new Date(changedMs).toISOString(), by: changedBy },
    /** In USD. Null: the ledger cannot be read now, or it was never started. */
    money: status?.money ?? null,
    impressions: status?.impressions ?? null,
  };
}

type Row = ReturnType<typeof rowOf>;

/** The states that it is found in. */
function statesOf(row: Row): readonly (RowState | 'active')[] {
  const { state, hasChangeWaiting: isWaiting, isStarted } = row;
  const waiting = isWaiting && state !== 'waiting' ? (['waiting'] as const) : [];
  return [state, ...waiting, ...(isStarted ? (['active'] as const) : [])];
}

function countsOf(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

type Order = (a: Row, b: Row) => number;
const place = (state: RowState) => ORDER.indexOf(state);
const urgency = ({ state, hasChangeWaiting: isWaiting }: Row) =>
  isWaiting ? Math.min(place(state), place('waiting')) : place(state);
const byText =
  (of: (row: Row) => string): Order =>
  (a, b) =>
    of(a).localeCompare(of(b));
const byNumber =
  (of: (row: Row) => number): Order =>
  (a, b) =>
    of(b) - of(a);

const SORTS: Readonly<Record<Sort, Order>> = {
  urgency: (a, b) => urgency(a) - urgency(b),
  name: byText(({ campaign }) => campaign),
  advertiser: byText(({ advertiser }) => advertiser),
  spent: byNumber(({ money }) => money?.spentTotal ?? -1),
  today: byNumber(({ money }) => money?.spentToday ?? -1),
  changed: (a, b) => (b.changed?.at ?? '').localeCompare(a.changed?.at ?? ''),
};
