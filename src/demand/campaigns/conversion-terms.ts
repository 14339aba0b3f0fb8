import type { ConversionTerms } from '../../core/auction/partner.ts';
import type { Campaign } from './campaign-schema.ts';

export const CLICK_PARAMETER = 'parley_click';
export const WINDOW_DAYS = 7;

/** undefined: the campaign measures no conversions. */
export function conversionTermsOf({
  conversions = false,
}: Pick<Campaign, 'conversions'>): ConversionTerms | undefined {
  if (conversions === false) return undefined;
  const { parameter = CLICK_PARAMETER, windowDays = WINDOW_DAYS } =
    conversions === true ? {} : conversions;
  return { parameter, windowDays };
}
