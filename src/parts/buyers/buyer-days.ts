import type { Host } from '../../host/host.ts';
import { readCampaignDays } from '../../ledger/delivery/spend.ts';
import { dayOf } from '../../lib/day.ts';
import { perObject } from '../../lib/lookup.ts';
import { fromMicros, NANOS_PER_USD } from '../../lib/money.ts';
import type { Query } from '../../lib/sql/database.ts';
import { BUY_TABLE, type MediaBuy } from '../adcp/buy.ts';
import { exposuresOf, realAccountsOf, sumOn } from '../adcp/daily-cap.ts';
import { eachRecord } from '../adcp/records.ts';
import type { BuyerDay } from './page/shown.ts';

/** A buyer with more buys is not summed up for a page that people look at. */
const BUYS_READ_MAX = 10_000;

/** People reload the page: a day is summed up at most this often. */
const FRESH_MS = 10_000;
const BUYERS_KEPT_MAX = 1000;

type DayReading = { readonly readMs: number; readonly day: Promise<BuyerDay | undefined> };

/** What each buyer has spent today and could spend at most; undefined: it cannot be read now, or is too much to sum up. */
export const buyerDays = perObject(({ work, database, nowMs }: Host) => {
  const kept = new Map<string, DayReading>();
  async function read(buyer: string): Promise<BuyerDay | undefined> {
    const db = database();
    const buys = await realBuysOf(db.query, buyer);
    const { partner } = work().setup.config.adcp;
    if (buys === undefined) return undefined;
    const today = dayOf(nowMs());
    const campaigns = buys.flatMap(({ definition }) => definition.packages.map(({ id }) => id));
    const spends =
      partner === undefined || campaigns.length === 0
        ? []
        : await readCampaignDays(db, { partner, campaigns, fromDay: today });
    const exposures = buys.flatMap((buy) => exposuresOf(buy, nowMs()));
    return {
      spentUsd: spends.reduce((sum, { nanos }) => sum + nanos, 0) / NANOS_PER_USD,
      mostUsd: fromMicros(sumOn(exposures, today)),
    };
  }
  return (buyer: string): Promise<BuyerDay | undefined> => {
    const before = kept.get(buyer);
    if (before !== undefined && nowMs() - before.readMs < FRESH_MS) return before.day;
    if (kept.size >= BUYERS_KEPT_MAX) kept.clear();
    const day = read(buyer).catch(() => undefined);
    kept.set(buyer, { readMs: nowMs(), day });
    return day;
  };
});

/** Those of accounts that may serve. undefined: there are too many. */
async function realBuysOf(query: Query, buyer: string): Promise<readonly MediaBuy[] | undefined> {
  const real = await realAccountsOf(query, buyer);
  const buys: MediaBuy[] = [];
  let count = 0;
  for await (const buy of eachRecord(query, BUY_TABLE, { buyer })) {
    if (++count > BUYS_READ_MAX) return undefined;
    if (real.has(buy.account)) buys.push(buy);
  }
  return buys;
}
