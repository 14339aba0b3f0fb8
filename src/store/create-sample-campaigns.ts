import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import type { Database, Query } from '../lib/sql/database.ts';
import { reviewsOf } from './approved-version.ts';
import { CAMPAIGN_TABLE, type NextCampaign } from './campaign-table.ts';
import { nextRevision } from './history.ts';
import type { RefusedChange } from './refused-change.ts';
import { type StoredCampaign, storeKey } from './stored-campaign.ts';
import { changeIn } from './write-store.ts';

type SampleCampaignsOptions = {
  readonly partner: string;
  /** Called only where they are needed. */
  readonly samples: () => readonly Campaign[];
  readonly nowMs: number;
};

const AUTHOR = { who: 'parley start', role: 'admin' };

/**
 * Creates the sample campaigns, active and approved, in a store that has never had a campaign. Deleted campaigns keep
 * their rows, so deleted samples do not come back.
 */
export async function createSampleCampaigns(
  database: Pick<Database, 'query' | 'transaction'>,
  { partner, samples, nowMs }: SampleCampaignsOptions,
): Promise<void> {
  if (await hasCampaigns(database.query)) return;
  const campaigns = samples();
  await database.transaction(async (query) => {
    // Machines that start at the same moment wait for each other here.
    await nextRevision(query);
    if (await hasCampaigns(query)) return;
    for (const campaign of campaigns) {
      await changeIn<StoredCampaign, NextCampaign, RefusedChange>(query, CAMPAIGN_TABLE, {
        key: storeKey(partner, campaign.id),
        action: 'import',
        author: AUTHOR,
        nowMs,
        decide: () => ({
          partner,
          state: 'active',
          campaign,
          reviews: reviewsOf(campaign, undefined, 'approved'),
        }),
      });
    }
  });
}

async function hasCampaigns(query: Query): Promise<boolean> {
  return (await query('select 1 from campaigns limit 1')).length > 0;
}
