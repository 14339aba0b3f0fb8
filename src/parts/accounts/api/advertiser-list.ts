import type { CampaignSpend } from '../../../ledger/delivery/spend.ts';
import { NANOS_PER_USD } from '../../../lib/money.ts';
import type { StoredAdvertiser } from '../../../store/advertiser-record.ts';
import type {
  AdvertiserList,
  AdvertiserQuestion,
  AdvertiserRow,
  AdvertiserSort,
} from '../page/advertisers/api.ts';
import { isRunning, type NamedCampaign } from './advertiser-campaigns.ts';

const PAGE_ROWS = 50;
type ListedFrom = {
  readonly described: readonly StoredAdvertiser[];
  readonly campaigns: ReadonlyMap<string, readonly NamedCampaign[]>;
  /** undefined: it cannot be read now. */
  readonly spend: readonly CampaignSpend[] | undefined;
};

/** Advertisers that somebody has described, and those that campaigns name, by search, state and order. */
export function advertiserList(
  from: ListedFrom,
  { find, state, sort, page: asked }: AdvertiserQuestion,
): AdvertiserList {
  const text = find.trim().toLowerCase();
  const found = rowsOf(from)
    .filter((row) => state === undefined || row.state === state)
    .filter(({ name, domain }) => `${name} ${domain}`.toLowerCase().includes(text))
    .toSorted((a, b) => SORTS[sort](a, b) || a.name.localeCompare(b.name));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const page = Math.min(asked, pages);
  const rows = found.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  return { rows, total: found.length, page, pages };
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

function rowsOf({ described, campaigns, spend }: ListedFrom): readonly AdvertiserRow[] {
  const byDomain = new Map(described.map((one) => [one.id, one]));
  const spent = new Map(spend?.map((one) => [nameOf(one), one]));
  const spendOf = (own: readonly NamedCampaign[]): AdvertiserRow['spend'] => {
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
      isDescribed: record !== undefined,
      state: record?.state === 'blocked' ? 'blocked' : 'active',
      campaigns: own.length,
      running: own.filter(isRunning).length,
      spend: spend === undefined ? null : spendOf(own),
    };
  });
}

const nameOf = ({ partner, campaign }: Pick<CampaignSpend, 'partner' | 'campaign'>) =>
  `${partner}/${campaign}`;
