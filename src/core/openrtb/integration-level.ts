import type { BidRequest } from './bid-request.ts';

/** 1 basic OpenRTB, 2 with declared formats, 3 with context signals, 4 with every extension. */
type IntegrationLevel = 1 | 2 | 3 | 4;

/** The extensions that bring bids. */
export type IntegrationPart = 'formats' | 'context' | 'product-search';

export function integrationLevel(wire: BidRequest): IntegrationLevel {
  const missing = missingParts(wire);
  if (missing.length === 0) return 4;
  if (!missing.includes('context')) return 3;
  return missing.includes('formats') ? 1 : 2;
}

export function missingParts({ imp: imps, ext }: BidRequest): readonly IntegrationPart[] {
  const has: Readonly<Record<IntegrationPart, boolean>> = {
    formats: imps.some((imp) => imp.ext?.service?.adcpFormats !== undefined),
    context: ext?.service !== undefined,
    'product-search': imps.some((imp) => (imp.ext?.service_product_search ?? null) !== null),
  };
  return PARTS.filter((part) => !has[part]);
}

const PARTS = ['formats', 'context', 'product-search'] as const;
