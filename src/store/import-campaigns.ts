import { isDeepStrictEqual } from 'node:util';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import type { Database, Query } from '../ledger/database.ts';
import { reviewsOf } from './approved-version.ts';
import { CAMPAIGN_TABLE, type NextCampaign } from './campaign-table.ts';
import { type StoredCampaign, storeKey } from './stored-campaign.ts';
import { type Author, changeIn } from './write-store.ts';

type ImportOptions = {
  readonly partner: string;
  readonly campaigns: readonly Campaign[];
  /** Of campaigns that are new. The others keep theirs. */
  readonly state: 'draft' | 'active' | 'paused';
  readonly needsApproval: boolean;
  readonly author: Author;
  readonly nowMs: number;
};

export type Imported = Readonly<Record<'created' | 'changed' | 'unchanged', number>>;

/** Campaigns of one transaction. A server that runs meanwhile waits for it. */
const PORTION = 50;

/** Creates the campaigns that are new and replaces those that differ. Campaigns that are not named stay. */
export async function importCampaigns(
  database: Pick<Database, 'transaction'>,
  options: ImportOptions,
): Promise<Imported> {
  const counts = { created: 0, changed: 0, unchanged: 0 };
  for (let start = 0; start < options.campaigns.length; start += PORTION) {
    const portion = options.campaigns.slice(start, start + PORTION);
    const done = await database.transaction(async (query) => {
      const results: (keyof Imported)[] = [];
      for (const campaign of portion) {
        results.push(await importOne(query, campaign, options));
      }
      return results;
    });
    for (const result of done) counts[result]++;
  }
  return counts;
}

async function importOne(
  query: Query,
  campaign: Campaign,
  { partner, state, needsApproval, author, nowMs }: ImportOptions,
): Promise<keyof Imported> {
  let isNew = true;
  type Unchanged = { readonly kind: 'unchanged' };
  const result = await changeIn<StoredCampaign, NextCampaign, Unchanged>(query, CAMPAIGN_TABLE, {
    key: storeKey(partner, campaign.id),
    action: 'import',
    author,
    nowMs,
    decide(current) {
      isNew = current === undefined;
      if (current !== undefined && isDeepStrictEqual(current.campaign, campaign)) {
        return { kind: 'unchanged' };
      }
      const reviews = reviewsOf(campaign, current, needsApproval ? 'waiting' : 'approved');
      return { partner, state: current?.state ?? state, campaign, reviews };
    },
  });
  if ('kind' in result) return 'unchanged';
  return isNew ? 'created' : 'changed';
}
