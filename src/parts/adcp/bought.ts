import type { Host } from '../../host/host.ts';
import type { CampaignStanding } from '../../host/offers.ts';
import { readCampaignDays } from '../../ledger/delivery/read-delivery.ts';
import { dayOf } from '../../lib/day.ts';
import { fromMicros, NANOS_PER_USD } from '../../lib/money.ts';
import { CAMPAIGN, campaignKey } from '../../store/campaign-kind.ts';
import { countOwned, eachOwned, readLatest } from '../../store/store.ts';
import { accountsOf } from './accounts.ts';
import { type BuyPackage, MEDIA_BUY, type MediaBuy, statusOf } from './buy.ts';
import { exposuresOf, realOnes, sumOn } from './daily-cap.ts';

/** What operators see of what AI buyers have bought. */

/** A sign with a colour, and what happens in a sentence. */
type Standing = Pick<CampaignStanding, 'kind' | 'sentence'>;

const PAGE_ROWS = 20;

/** Of one buyer, the latest first: buys with their packages, what each has spent, and why one does not deliver. */
export async function boughtBy(host: Host, buyer: string, asked = 1) {
  const { query } = host.database();
  const accounts = await accountsOf(query, host, buyer);
  const ids = accounts.map(({ id }) => id);
  const total = await countOwned(query, MEDIA_BUY, ids);
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
  const page = Math.min(asked, pages);
  const at = { skipped: (page - 1) * PAGE_ROWS, countMax: PAGE_ROWS };
  const buys = await readLatest(query, MEDIA_BUY, ids, at);
  const spent = await spentOf(host, buys, 0).catch(() => undefined);
  const shownOf = { spent, real: new Set(realOnes(accounts)), campaignOf: await campaignsOf(host) };
  const rows = buys.map((buy) => shownBuy(buy, statusOf(buy, host.nowMs()), shownOf));
  return { rows, total, page, pages };
}

export type ShownBuy = Awaited<ReturnType<typeof boughtBy>>['rows'][number];

/** A buyer with more buys is not summed up for a page that people look at. */
const BUYS_READ_MAX = 10_000;

/** What a buyer has spent today and could spend at most; undefined: it cannot be read now, or is too much to sum up. */
export async function spendOfDay(host: Host, buyer: string) {
  try {
    const { query } = host.database();
    const nowMs = host.nowMs();
    const real = realOnes(await accountsOf(query, host, buyer));
    const buys: MediaBuy[] = [];
    for await (const buy of eachOwned(query, MEDIA_BUY, real)) {
      if (buys.push(buy) > BUYS_READ_MAX) return undefined;
    }
    const spent = await spentOf(host, buys, dayOf(nowMs));
    const exposures = buys.flatMap((buy) => exposuresOf(buy, nowMs));
    return {
      spentUsd: usdOf([...spent.values()]),
      /** What its packages could spend on this day at most, which has to fit into the cap. */
      mostUsd: fromMicros(sumOn(exposures, dayOf(nowMs))),
    };
  } catch {
    return undefined;
  }
}

const usdOf = (nanos: readonly number[]) =>
  nanos.reduce((sum, one) => sum + one, 0) / NANOS_PER_USD;

/** In billionths of a USD, by package. */
async function spentOf(
  { database, work }: Pick<Host, 'database' | 'work'>,
  buys: readonly MediaBuy[],
  fromDay: number,
): Promise<ReadonlyMap<string, number>> {
  const { partner } = work().setup.config.adcp;
  const campaigns = buys.flatMap(({ definition }) => definition.packages.map(({ id }) => id));
  const spent = new Map<string, number>();
  if (partner === undefined || campaigns.length === 0) return spent;
  for (const { campaign, nanos } of await readCampaignDays(database(), {
    partner,
    campaigns,
    fromDay,
  })) {
    spent.set(campaign, (spent.get(campaign) ?? 0) + nanos);
  }
  return spent;
}

const STARTING: Standing = { kind: 'quiet', sentence: 'starting' };

/** Where the campaign of a package is, and what happens to it. undefined: it has none, so that it does not serve. */
async function campaignsOf({ work, records, offers }: Host) {
  const { partner } = work().setup.config.adcp;
  const standings = await offers.campaignStandings?.();
  return (campaign: string) => {
    const key = partner === undefined ? '' : campaignKey(partner, campaign);
    if (partner === undefined || records.get(CAMPAIGN, key) === undefined) return undefined;
    return { partner, campaign, standing: standings?.get(key) ?? STARTING };
  };
}

type Shown = {
  /** undefined: the ledger cannot be read. */
  readonly spent: ReadonlyMap<string, number> | undefined;
  /** The accounts that are not of a sandbox. */
  readonly real: ReadonlySet<string>;
  readonly campaignOf: Awaited<ReturnType<typeof campaignsOf>>;
};

function shownBuy(buy: MediaBuy, status: string, shown: Shown) {
  const { brand, startMs, endMs, packages } = buy.definition;
  const { spent } = shown;
  return {
    id: buy.id,
    ...buy.kept,
    brand: brand.domain,
    /** As the buyer reads it. */
    status,
    isSandbox: !shown.real.has(buy.kept.account),
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    budgetUsd: packages.reduce((sum, { budgetUsd }) => sum + Math.round(budgetUsd * 100), 0) / 100,
    /** Null: the ledger cannot be read. */
    spentUsd: spent === undefined ? null : usdOf(packages.map(({ id }) => spent.get(id) ?? 0)),
    packages: packages.map((one) => shownPackage(buy, one, shown)),
  };
}

function shownPackage(buy: MediaBuy, one: BuyPackage, shown: Shown) {
  const { id, productId, model, bidUsd, budgetUsd, dailyCapUsd } = one;
  const found = shown.campaignOf(id);
  return {
    id,
    product: productId,
    model,
    bidUsd,
    budgetUsd,
    dailyCapUsd: dailyCapUsd ?? null,
    spentUsd: shown.spent === undefined ? null : usdOf([shown.spent.get(id) ?? 0]),
    partner: found?.partner ?? null,
    standing: standingOf(buy, one, shown) ?? found?.standing ?? NO_CAMPAIGN,
  };
}

/** What the buy says of a package, before its campaign does. */
function standingOf(
  { definition, kept }: MediaBuy,
  { id, canceled = definition.canceled, assignments }: BuyPackage,
  { real, campaignOf }: Shown,
): Standing | undefined {
  if (canceled !== undefined) {
    const because = canceled.reason === '' ? '' : `: ${canceled.reason}`;
    return { kind: 'quiet', sentence: `canceled by the buyer${because}` };
  }
  if (!real.has(kept.account))
    return { kind: 'quiet', sentence: 'of the sandbox: it never serves' };
  return campaignOf(id) === undefined && assignments.length === 0 ? NO_CREATIVE : undefined;
}

const NO_CREATIVE: Standing = {
  kind: 'warn',
  sentence: 'no creative: the buyer has to assign one before it can serve',
};
const NO_CAMPAIGN: Standing = { kind: 'warn', sentence: 'no campaign of the store serves it' };
