import type { Host } from '../../host/host.ts';
import { dayOf } from '../../lib/day.ts';
import { fromMicros, NANOS_PER_USD } from '../../lib/money.ts';
import { CAMPAIGN, campaignKey } from '../../store/campaign-kind.ts';
import { countOwned, readLatest } from '../../store/store.ts';
import { accountsOf } from './accounts.ts';
import { isoOf, MEDIA_BUY, type MediaBuy, statusOf, totalUsd } from './buy.ts';
import { readAll, readLibrary, shownIn } from './creatives.ts';
import { exposuresOf, realOnes, sumOn } from './daily-cap.ts';
import { deliveryOf } from './list-buys.ts';
import { sellerSources } from './sources.ts';

/** What operators see of what AI buyers have bought. */

const PAGE_ROWS = 20;

export type ShownBuy = Awaited<ReturnType<typeof boughtBy>>['rows'][number];

/** Of one buyer, the latest first: buys with their packages, what each has spent, and why one does not deliver. */
export async function boughtBy(host: Host, buyer: string, asked = 1) {
  const { query } = host.database();
  const sources = sellerSources(host);
  const accounts = new Map((await accountsOf(query, host, buyer)).map((one) => [one.id, one]));
  const ids = [...accounts.keys()];
  const total = await countOwned(query, MEDIA_BUY, ids);
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
  const page = Math.min(asked, pages);
  const at = { skipped: (page - 1) * PAGE_ROWS, countMax: PAGE_ROWS };
  const buys = await readLatest(query, MEDIA_BUY, ids, at);
  const spentOf = await spentBy(host, buys, 0);
  const { partner } = sources.config().adcp;
  const rows = [];
  for (const buy of buys) {
    const account = accounts.get(buy.kept.account);
    if (account === undefined) continue;
    const { brand, startMs, endMs, packages } = buy.definition;
    const status = statusOf(buy, host.nowMs());
    const library = await readLibrary(query, account.id, shownIn(packages));
    const lines = [];
    for (const line of packages) {
      const { id, productId, model, bidUsd, budgetUsd, dailyCapUsd } = line;
      const key = partner === undefined ? '' : campaignKey(partner, id);
      const isCampaign = host.records.get(CAMPAIGN, key) !== undefined;
      lines.push({
        ...{ id, product: productId, model, bidUsd, budgetUsd, spentUsd: spentOf([id]) },
        dailyCapUsd: dailyCapUsd ?? null,
        partner: isCampaign && partner !== undefined ? partner : null,
        /** As its buyer reads it. */
        standing: await deliveryOf({ buy, account, status }, line, library, sources),
      });
    }
    rows.push({
      ...{ id: buy.id, ...buy.kept, status },
      brand: brand.domain,
      isSandbox: account.definition.isSandbox,
      start: isoOf(startMs),
      end: isoOf(endMs),
      budgetUsd: totalUsd(packages),
      spentUsd: spentOf(packages.map(({ id }) => id)),
      packages: lines,
    });
  }
  return { rows, total, page, pages };
}

/** What a buyer has spent today and could spend at most. Null: it cannot be read now, or is too much to sum up. */
export async function spendOfDay(host: Host, buyer: string) {
  const { query } = host.database();
  const today = dayOf(host.nowMs());
  const buys = await readAll(query, MEDIA_BUY, realOnes(await accountsOf(query, host, buyer)));
  if (buys.length === MEDIA_BUY.countMax) return null;
  const spentOf = await spentBy(host, buys, today);
  const spentUsd = spentOf(buys.flatMap(({ definition }) => definition.packages.map(idOf)));
  const exposures = buys.flatMap((buy) => exposuresOf(buy, host.nowMs()));
  /** What its packages could spend on this day at most, which has to fit into the cap. */
  const mostUsd = fromMicros(sumOn(exposures, today));
  return spentUsd === null ? null : { spentUsd, mostUsd };
}

const idOf = ({ id }: { readonly id: string }) => id;

/** What packages have spent since a day, in USD. Null: the ledger cannot be read. */
async function spentBy(host: Host, buys: readonly MediaBuy[], fromDay: number) {
  const ids = buys.flatMap(({ definition }) => definition.packages.map(idOf));
  const days = await sellerSources(host)
    .delivered(ids, { fromDay })
    .catch(() => undefined);
  const byPackage = Map.groupBy(days ?? [], ({ campaign }) => campaign);
  return (packages: readonly string[]): number | null => {
    const own = packages.flatMap((id) => byPackage.get(id) ?? []);
    return days === undefined
      ? null
      : own.reduce((sum, { nanos }) => sum + nanos, 0) / NANOS_PER_USD;
  };
}
