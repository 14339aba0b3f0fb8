import { CHARGE_UNITS, type Charge } from '../../core/sale/fact.ts';
import { toMicros } from '../../lib/money.ts';
import { PRIOR_RATE } from '../rate-model.ts';
import { type Campaign, CPM_MAX } from './campaign-schema.ts';

const CPM_MAX_MICROS = toMicros(CPM_MAX);

/** A price is at least one micro, however far adjustments lower it. */
export function wholeMicros(micros: number): number {
  return Math.max(1, Math.round(micros));
}

/**
 * The most that the adjustments can make of a price: those that raise it all apply, those that lower it
 * do not. Multiplied in the order of the file, as prices are, so that no rounding lifts a price above it.
 */
export function ceilingMicros(
  cpmMicros: number,
  adjustments: readonly { readonly factor: number }[],
): number {
  let micros = cpmMicros;
  for (const { factor } of adjustments) if (factor > 1) micros *= factor;
  return wholeMicros(micros);
}

/** No bid is higher. Only a price for clicks or conversions, at a rate that is high, would make one. */
export function cappedMicros(cpmMicros: number): number {
  return Math.min(CPM_MAX_MICROS, cpmMicros);
}

type Prices = Pick<Campaign, 'cpm' | 'cpc' | 'cpa'>;

/** What a campaign pays for, and how much for one of it, or for a thousand impressions, in USD micros. */
type CampaignPrice = { readonly per: Charge['per']; readonly micros: number };

/** The key of the price of each unit. */
export const PRICE_KEYS = {
  impression: 'cpm',
  click: 'cpc',
  conversion: 'cpa',
} as const satisfies Readonly<Record<Charge['per'], keyof Prices>>;

/** A campaign that was read has exactly one price. */
export function priceOfCampaign(prices: Prices): CampaignPrice {
  for (const per of CHARGE_UNITS) {
    const usd = prices[PRICE_KEYS[per]];
    if (usd !== undefined) return { per, micros: toMicros(usd) };
  }
  throw new Error('expected a campaign with a price');
}

/** The CPM that a campaign can be expected to pay as long as nothing is known of it. */
export function expectedCpmMicros({ per, micros }: CampaignPrice): number {
  return per === 'impression' ? micros : wholeMicros(micros * PRIOR_RATE[per] * 1000);
}
