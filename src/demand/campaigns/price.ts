import { toMicros } from '../../lib/money.ts';
import { CHARGE_UNITS, type Charge } from '../../sale/fact.ts';
import type { Campaign } from './campaign-schema.ts';

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

/** How many of what is paid for an impression is expected to bring, as long as nothing is known of it. */
const PRIOR_RATE = { impression: 1 / 1000, click: 0.01, conversion: 0.0005 } as const;

/** The CPM that a campaign can be expected to pay. */
export function expectedCpmMicros({ per, micros }: CampaignPrice): number {
  return wholeMicros(micros * PRIOR_RATE[per] * 1000);
}

/** What the buyer pays where this CPM wins. */
export function chargeOf(per: 'click' | 'conversion', cpmMicros: number): Charge {
  return { per, micros: wholeMicros(cpmMicros / (PRIOR_RATE[per] * 1000)) };
}
