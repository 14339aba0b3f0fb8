import type { PartnerConfig } from '../../src/demand/kinds.ts';

/** The English sample campaigns, without the shop. */
export const HOUSE: PartnerConfig = {
  name: 'house',
  kind: 'campaigns',
  path: new URL('../../src/demand/campaigns/default-campaigns.yaml', import.meta.url).pathname,
};
