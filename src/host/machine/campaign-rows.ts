import { type Account, keyOf } from '../../ledger/budgets/account.ts';
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
import type { Setup } from '../config/setup.ts';
import { accountOf, assignedOf } from '../worker/accounts.ts';
import { CAMPAIGN_ROWS, usesStore } from '../worker/memory.ts';
import type { SetupRows, Work } from '../worker/work.ts';
import { createRows } from './rows.ts';

export type CampaignRows = ReturnType<typeof createCampaignRows>;

/**
 * The campaigns of files and of the store, with their rows in the memory of the budgets. A campaign keeps its row, wherever
 * it comes from.
 */
export function createCampaignRows(setup: () => Setup) {
  const rows = createRows(CAMPAIGN_ROWS);
  let isFull = false;
  /** By the key in the ledger. Clicks come weeks after a campaign has ended or left its file. */
  const accounts = new Map<string, Account>();

  /** A campaign that does not serve is over for its budget: the machine returns what it has of it. */
  function accountFor(stored: StoredCampaign): Account {
    const advertiser = approvedOf(stored)?.advertiser ?? stored.definition.advertiser;
    const definition = { ...stored.definition, advertiser };
    const account = accountOf(partnerOf(stored), definition, setup().config.campaigns);
    return serves(stored) ? account : over(account);
  }

  const serves = (stored: StoredCampaign) =>
    isServing(stored) &&
    setup().config.partners.some((entry) => entry.name === partnerOf(stored) && usesStore(entry));

  const isOfFile = (stored: StoredCampaign) =>
    setup()
      .campaigns.get(partnerOf(stored))
      ?.some(({ id }) => id === stored.definition.id) === true;

  /** undefined for a campaign that was never started. */
  function lineOf(stored: StoredCampaign, account: Account): CampaignLine | undefined {
    const { id, state, definition } = stored;
    const isStarted = state === 'active' || state === 'paused';
    const row = isStarted ? rows.take(id) : rows.of(id);
    isFull ||= isStarted && row === undefined;
    if (row === undefined) return undefined;
    const text = serves(stored) ? JSON.stringify(approvedCampaign(stored)) : '';
    const limited = limitedBy(account);
    const partner = partnerOf(stored);
    return { kind: 'campaign', partner, campaign: definition.id, row, limited, text };
  }

  return {
    rowOf: rows.of,
    /** As the ledger names it. */
    accountOf: (key: string) => accounts.get(key),
    /** What the campaigns of files are for the budgets, also those that only the config before had. */
    assigned(next: Work, last: Work): readonly Assigned[] {
      const now = assignedOf(next);
      const kept = new Set(now.map(({ index }) => index));
      const lost = assignedOf(last).filter(({ index }) => !kept.has(index));
      const ended = lost.map(({ index, account }) => ({ index, account: over(account) }));
      for (const { account } of [...ended, ...now]) accounts.set(keyOf(account), account);
      return [...ended, ...now];
    },
    /** Whether one of the store has no row. */
    isFull: () => isFull,
    /** The rows of the campaigns of files; undefined where there are not enough. */
    rowsOf({ campaigns }: Pick<Setup, 'campaigns'>): SetupRows['campaigns'] | undefined {
      const taken = [...campaigns].map(([partner, list]) => {
        const ofPartner = list.flatMap(({ id }) => rows.take(campaignKey(partner, id)) ?? []);
        return ofPartner.length === list.length ? ([partner, ofPartner] as const) : undefined;
      });
      return taken.includes(undefined)
        ? undefined
        : Object.fromEntries(taken.filter((one) => one !== undefined));
    },
    /** The lines of campaigns in the feed, and what each is for the budgets. */
    linesOf(all: readonly StoredCampaign[]) {
      const lines: CampaignLine[] = [];
      const assigned: Assigned[] = [];
      for (const stored of all) {
        const account = accountFor(stored);
        const line = lineOf(stored, account);
        if (line !== undefined) lines.push(line);
        if (isOfFile(stored)) continue;
        accounts.set(keyOf(account), account);
        if (line !== undefined) assigned.push({ index: line.row, account });
      }
      return { lines, assigned };
    },
  };
}

const over = (account: Account): Account => ({ ...account, endMs: 0 });
