import type { Flight } from '../../../demand/campaigns/flight.ts';
import type { BuyDefinition, BuyPackage } from '../records/buy-record.ts';

/** When a package runs: its own flight, or that of the buy. */
export function flightOf(
  buy: Pick<BuyDefinition, 'startMs' | 'endMs'>,
  line: Pick<BuyPackage, 'startMs' | 'endMs'>,
): Flight {
  return { startMs: line.startMs ?? buy.startMs, endMs: line.endMs ?? buy.endMs };
}

export const isoOf = (ms: number) => new Date(ms).toISOString();
