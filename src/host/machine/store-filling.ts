import { sampleCampaigns } from '../../demand/campaigns/default-campaigns.ts';
import type { Database } from '../../lib/sql/database.ts';
import { writeFirst } from '../../store/campaign-kind.ts';
import type { Config } from '../config/config.ts';
import { usesStore } from '../worker/memory.ts';

/** Fills an empty store with the sample campaigns where the config has the default partners, also after a reload. */
export function createStoreFilling(
  config: () => Pick<Config, 'partners' | 'partnersFrom'>,
  nowMs: () => number,
) {
  let isFilled = false;
  return async (database: Database): Promise<void> => {
    const { partners, partnersFrom } = config();
    const partner = partners.find(usesStore)?.name;
    if (isFilled || partnersFrom === 'file' || partner === undefined) return;
    await database.transaction((query) =>
      writeFirst(query, partner, { samples: sampleCampaigns, nowMs: nowMs() }),
    );
    isFilled = true;
  };
}
