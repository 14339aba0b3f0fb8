import type { Host } from '../../host/host.ts';
import { dayOf } from '../../lib/day.ts';
import { NANOS_PER_USD } from '../../lib/money.ts';
import { CAMPAIGN, campaignKey } from '../../store/campaign-kind.ts';
import { countOwned, readLatest } from '../../store/store.ts';
import { accountsOf } from './accounts.ts';
import { isoOf, MEDIA_BUY, type MediaBuy, statusOf, totalUsd } from './buy.ts';
import { readAll } from './creatives.ts';
import { realOnes } from './daily-cap.ts';
import { sellerSources } from './sources.ts';

/** What operators see of what AI buyers have bought. */

const PAGE_ROWS = 20;

/** Of one buyer, the latest first: what each buy has spent, and the campaigns that serve it. */
export async function boughtBy(host: Host, buyer: string, asked = 1) {
  const { query } = host.database();
  const accounts = await accountsOf(query, host, buyer);
  const ids = accounts.map(({ id }) => id);
  const total = await countOwned(query, MEDIA_BUY, ids);
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
  const page = Math.min(asked, pages);
  const at = { skipped: (page - 1) * PAGE_ROWS, countMax: PAGE_ROWS };
  const buys = await readLatest(query, MEDIA_BUY, ids, at);
  const spentOf = await spentBy(host, buys, 0);
  const { partner = '' } = host.work().setup.config.adcp;
  const real = realOnes(accounts);
  const rows = buys.map((buy) => {
    const { brand, startMs, endMs, packages } = buy.definition;
    return {
      id: buy.id,
      brand: brand.domain,
      /** As the buyer reads it. */
      status: statusOf(buy, host.nowMs()),
      isSandbox: !real.includes(buy.kept.account),
      start: isoOf(startMs),
      end: isoOf(endMs),
      budgetUsd: totalUsd(packages),
      spentUsd: spentOf(packages),
      partner,
      packages: packages.map(({ id, productId: product }) => {
        // Without a creative it is no campaign yet.
        const isCampaign = host.records.get(CAMPAIGN, campaignKey(partner, id)) !== undefined;
        return { id, product, isCampaign };
      }),
    };
  });
  return { rows, total, page, pages };
}

/** What a buyer has spent today, in USD. Null: it cannot be read now, or is too much to sum up. */
export async function spentToday(host: Host, buyer: string): Promise<number | null> {
  const { query } = host.database();
  const buys = await readAll(query, MEDIA_BUY, realOnes(await accountsOf(query, host, buyer)));
  if (buys.length === MEDIA_BUY.countMax) return null;
  const spentOf = await spentBy(host, buys, dayOf(host.nowMs()));
  return spentOf(buys.flatMap(({ definition }) => definition.packages));
}

/** What packages have spent since a day, in USD. Null: the ledger cannot be read. */
async function spentBy(host: Host, buys: readonly MediaBuy[], fromDay: number) {
  const ids = buys.flatMap(({ definition }) => definition.packages.map(({ id }) => id));
  const days = await sellerSources(host)
    .delivered(ids, { fromDay })
    .catch(() => undefined);
  const byPackage = Map.groupBy(days ?? [], ({ campaign }) => campaign);
  return (packages: readonly { readonly id: string }[]): number | null => {
    const own = packages.flatMap(({ id }) => byPackage.get(id) ?? []);
    const nanos = own.reduce((sum, one) => sum + one.nanos, 0);
    return days === undefined ? null : nanos / NANOS_PER_USD;
  };
}
