import type { Account } from '../../ledger/budgets/account.ts';
import { limitedBy } from '../../ledger/budgets/portion-memory.ts';
import type { Assigned } from '../../ledger/budgets/seller.ts';
import {
  approvedCampaign,
  approvedOf,
  campaignKey,
  isServing,
  partnerOf,
  type StoredCampaign,
} from '../../store/campaign-kind.ts';
import type { CampaignLine } from '../../store/feed/feed.ts';

import type { Config } from '../config/config.ts';
import { accountOf } from '../worker/accounts.ts';
import { usesStore } from '../worker/memory.ts';
import type { Work } from '../worker/work.ts';

/** The rows of campaigns in the memory of the budgets: those of files first. A campaign keeps its row. */
export function createCampaignRows({ plan, setup }: Pick<Work, 'plan' | 'setup'>) {
  const partners = new Set(setup.config.partners.filter(usesStore).map(({ name }) => name));
  const rows = new Map(
    plan.accounts.map(({ partner, campaign }, row) => [campaignKey(partner, campaign), row]),
  );
  const rowsMax = rows.size + plan.spare;
  let isFull = false;
  let isFullTold = false;

  function takeRow(key: string): number | undefined {
    const known = rows.get(key);
    if (known !== undefined) return known;
    if (rows.size >= rowsMax) {
      isFull = true;
      return undefined;
    }
    const row = rows.size;
    rows.set(key, row);
    return row;
  }

  /** undefined for a campaign that was never started. */
  function lineOf(stored: StoredCampaign, account: Account): CampaignLine | undefined {
    const { id, state, definition } = stored;
    const partner = partnerOf(stored);
    if (!partners.has(partner)) return undefined;
    const isStarted = state === 'active' || state === 'paused';
    const row = isStarted ? takeRow(id) : rows.get(id);
    if (row === undefined) return undefined;
    const text = isServing(stored) ? JSON.stringify(approvedCampaign(stored)) : '';
    const limited = limitedBy(account);
    return { kind: 'campaign', partner, campaign: definition.id, row, limited, text };
  }

  return {
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
  const { definition } = stored;
  const advertiser = approvedOf(stored)?.advertiser ?? definition.advertiser;
  const account = accountOf(partnerOf(stored), { ...definition, advertiser }, defaults);
  return isServing(stored) ? account : { ...account, endMs: 0 };
}
