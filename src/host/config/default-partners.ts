import type { PartnerConfig } from '../../demand/kinds.ts';

/** The partners of a config that names none. Their ads are samples, so that a first request gets a real ad. */
export const DEFAULT_PARTNERS: readonly PartnerConfig[] = [
  { name: 'house', kind: 'campaigns', store: true },
  { name: 'shop', kind: 'product-search', url: 'embedded' },
];
