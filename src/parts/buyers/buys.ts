import type { Host } from '../../host/host.ts';
import { readCampaignDays } from '../../ledger/delivery/spend.ts';
import { NANOS_PER_USD } from '../../lib/money.ts';
import type { Database } from '../../lib/sql/database.ts';
import { CAMPAIGN, campaignKey } from '../../store/campaign-kind.ts';
import { accountRecordKey, BUYER_ACCOUNT_TABLE } from '../adcp/accounts.ts';
import { BUY_TABLE, type BuyPackage, type MediaBuy, readLibrary, statusOf } from '../adcp/buy.ts';
import { nameKey } from '../campaigns/api/campaign-evidence.ts';
import { campaignsOf } from '../campaigns/api/campaigns.ts';
import type { BuyList, BuyRow, PackageRow } from './page/shown.ts';

const PAGE_ROWS = 20;

type ShownStanding = PackageRow['standing'];

/** What is known of the packages of a page of buys. */
type PackageFacts = {
  readonly partner: string | undefined;
  /** In billionths of a USD, by package. undefined: the ledger cannot be read. */
  readonly spent: ReadonlyMap<string, number> | undefined;
  readonly isReal: (buy: MediaBuy) => boolean;
  /** undefined: it has no campaign. */
  readonly standingOf: (packageId: string) => ShownStanding | undefined;
};

type BuyQuestion = {
  /** undefined: of all. */
  readonly buyer?: string | undefined;
  readonly account?: string | undefined;
  readonly page?: number | undefined;
};

/** Buys with their packages, what each has spent, and why one does not deliver. */
export async function buyList(
  host: Host,
  { buyer, account, page: asked = 1 }: BuyQuestion,
): Promise<BuyList> {
  const { records, nowMs } = host;
  const db = host.database();
  const filter = { buyer, account };
  const total = await BUY_TABLE.countSome(db.query, filter);
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
  const page = Math.min(asked, pages);
  const at = { skipped: (page - 1) * PAGE_ROWS, countMax: PAGE_ROWS };
  const buys = await BUY_TABLE.readPage(db.query, filter, at);
  if (buys.length === 0) return { rows: [], total, page, pages };
  const { partner } = host.work().setup.config.adcp;
  const [real, judged, spent] = await Promise.all([
    realAccountsAmong(db, buys),
    campaignsOf(host).standings(),
    spentOf(db, partner, buys),
  ]);
  const facts: PackageFacts = {
    partner,
    spent,
    isReal: (buy) => real.has(buy.account),
    standingOf(campaign) {
      if (partner === undefined) return undefined;
      if (records.get(CAMPAIGN, campaignKey(partner, campaign)) === undefined) return undefined;
      return judged.get(nameKey({ partner, campaign })) ?? STARTING;
    },
  };
  const rows = await Promise.all(
    buys.map(async (buy) => {
      const library = await readLibrary(db.query, buy.account, buy.definition.packages);
      return buyRow(buy, statusOf(buy, library, nowMs()), facts);
    }),
  );
  return { rows, total, page, pages };
}

const STARTING: ShownStanding = { kind: 'quiet', sentence: 'starting' };

/** The accounts of these buys that are not of the sandbox. One that was never declared is. */
async function realAccountsAmong(
  { query }: Pick<Database, 'query'>,
  buys: readonly MediaBuy[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(buys.map(({ account }) => account));
  const keys = [...ids].map(accountRecordKey);
  const accounts = await BUYER_ACCOUNT_TABLE.readAll(query, keys);
  return new Set(accounts.flatMap(({ id, definition }) => (definition.isSandbox ? [] : id)));
}

async function spentOf(
  database: Pick<Database, 'query'>,
  partner: string | undefined,
  buys: readonly MediaBuy[],
): Promise<ReadonlyMap<string, number> | undefined> {
  if (partner === undefined) return new Map();
  const campaigns = buys.flatMap(({ definition }) => definition.packages.map(({ id }) => id));
  try {
    const days = await readCampaignDays(database, { partner, campaigns, fromDay: 0 });
    const spent = new Map<string, number>();
    for (const { campaign, nanos } of days) spent.set(campaign, (spent.get(campaign) ?? 0) + nanos);
    return spent;
  } catch {
    return undefined;
  }
}

function buyRow(buy: MediaBuy, status: BuyRow['status'], facts: PackageFacts): BuyRow {
  const { id, buyer, account, definition, createdMs, changedMs, changedBy } = buy;
  const { brand, startMs, endMs, packages } = definition;
  const { spent } = facts;
  const whole = packages.reduce((sum, one) => sum + (spent?.get(one.id) ?? 0), 0);
  return {
    id,
    buyer,
    account,
    brand: brand.domain,
    status,
    isSandbox: !facts.isReal(buy),
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    budgetUsd: packages.reduce((sum, { budgetUsd }) => sum + Math.round(budgetUsd * 100), 0) / 100,
    spentUsd: spent === undefined ? null : whole / NANOS_PER_USD,
    createdAt: new Date(createdMs).toISOString(),
    changedAt: new Date(changedMs).toISOString(),
    changedBy,
    packages: packages.map((one) => packageRow(buy, one, facts)),
  };
}

function packageRow(buy: MediaBuy, one: BuyPackage, facts: PackageFacts): PackageRow {
  const { id, productId, model, bidUsd, budgetUsd, dailyCapUsd } = one;
  const { partner, spent, standingOf } = facts;
  const found = standingOf(id);
  const hasCampaign = found !== undefined && partner !== undefined;
  return {
    id,
    product: productId,
    model,
    bidUsd,
    budgetUsd,
    dailyCapUsd: dailyCapUsd ?? null,
    spentUsd: spent === undefined ? null : (spent.get(id) ?? 0) / NANOS_PER_USD,
    campaign: hasCampaign ? { partner, campaign: id } : null,
    standing: standingWords(buy, one, facts, found),
  };
}

/** In the words of Delivery where it has a campaign. */
function standingWords(
  buy: MediaBuy,
  { canceled = buy.definition.canceled, assignments }: BuyPackage,
  { isReal }: PackageFacts,
  found: ShownStanding | undefined,
): ShownStanding {
  if (canceled !== undefined) {
    const because = canceled.reason === '' ? '' : `: ${canceled.reason}`;
    return { kind: 'quiet', sentence: `canceled by the buyer${because}` };
  }
  if (!isReal(buy)) return { kind: 'quiet', sentence: 'of the sandbox: it never serves' };
  if (found !== undefined) return { kind: found.kind, sentence: found.sentence };
  return assignments.length === 0
    ? { kind: 'warn', sentence: 'no creative: the buyer has to assign one before it can serve' }
    : { kind: 'warn', sentence: 'no campaign of the store serves it' };
}
