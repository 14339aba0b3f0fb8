import type { Account } from '../../ledger/budgets/account.ts';
import type { Assigned } from '../../ledger/budgets/allocator.ts';
import { limitedBy } from '../../ledger/budgets/worker-slices.ts';
import { CAMPAIGN_TABLE } from '../../store/campaign-table.ts';
import type { CampaignLine } from '../../store/feed/feed.ts';
import { isServing, type StoredCampaign, servedCampaign } from '../../store/stored-campaign.ts';
import type { Config } from '../config/config.ts';
import { accountOf } from '../worker/accounts.ts';
import { usesStore } from '../worker/memory.ts';
import type { Work } from '../worker/work.ts';

/** The rows that campaigns have in the budget slices of one shared memory. A campaign keeps its row. */
export function createCampaignRows({ plan, setup }: Pick<Work, 'plan' | 'setup'>) {
  const partners = new Set(setup.config.partners.filter(usesStore).map(({ name }) => name));
  const rows = new Map<string, number>();
  let isFull = false;
  let isFullTold = false;

  function takeRow(key: string): number | undefined {
    const known = rows.get(key);
    if (known !== undefined) return known;
    if (rows.size >= plan.spare) {
      isFull = true;
      return undefined;
    }
    const row = plan.accounts.length + rows.size;
    rows.set(key, row);
    return row;
  }

  /** undefined for a campaign that was never started. */
  function lineOf(stored: StoredCampaign, account: Account): CampaignLine | undefined {
    const { partner, campaign } = stored;
    if (!partners.has(partner)) return undefined;
    const key = CAMPAIGN_TABLE.keyOf(stored);
    const isStarted = stored.state === 'active' || stored.state === 'paused';
    const row = isStarted ? takeRow(key) : rows.get(key);
    if (row === undefined) return undefined;
    const served = servedCampaign(stored);
    const text = served === undefined ? '' : JSON.stringify(served);
    const limited = limitedBy(account);
    return { kind: 'campaign', partner, campaign: campaign.id, row, limited, text };
  }

  return {
    /** Whether any partner has its campaigns in the store. */
    isUsed: partners.size > 0,
    /** True once, when a campaign got no row. */
    takeFull(): boolean {
      const isNews = isFull && !isFullTold;
      isFullTold = isFull;
      return isNews;
    },
    rowOf: (key: string) => rows.get(key),
    accountFor: (stored: StoredCampaign) => accountFor(stored, setup.config.campaigns),
    /** The lines of campaigns in the feed, and what each is for the budgets. */
    linesOf(all: readonly StoredCampaign[]) {
      const lines: CampaignLine[] = [];
      const assigned: Assigned[] = [];
      for (const stored of all) {
        const account = accountFor(stored, setup.config.campaigns);
        const line = lineOf(stored, account);
        if (line === undefined) continue;
        lines.push(line);
        assigned.push({ index: line.row, account });
      }
      return { lines, assigned };
    },
  };
}

/** A campaign that does not serve is over for its budget: the machine returns what it has of it. */
function accountFor(stored: StoredCampaign, defaults: Config['campaigns']): Account {
  const { partner, campaign, approved } = stored;
  const advertiser = approved?.advertiser ?? campaign.advertiser;
  const account = accountOf(partner, { ...campaign, advertiser }, defaults);
  return isServing(stored) ? account : { ...account, endMs: 0 };
}
