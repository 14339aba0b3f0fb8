import type { BidRequest } from './bid-request.ts';

/** 1 basic OpenRTB, 2 with declared formats, 3 with context signals, 4 with every extension. */
type IntegrationLevel = 1 | 2 | 3 | 4;

export function integrationLevel(wire: BidRequest): IntegrationLevel {
  const hasFormats = wire.imp.some((imp) => imp.ext?.service?.adcpFormats !== undefined);
  const hasProductSearch = wire.imp.some(
    (imp) => (imp.ext?.service_product_search ?? null) !== null,
  );
  const hasContext = wire.ext?.service !== undefined;
  if (hasFormats && hasContext && hasProductSearch) return 4;
  if (hasContext) return 3;
  return hasFormats ? 2 : 1;
}
