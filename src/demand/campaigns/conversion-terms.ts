import type { ConversionTerms } from '../partner.ts';
import { type Campaign, CLICK_PARAMETER, WINDOW_DAYS } from './campaign-schema.ts';

/** undefined: the campaign measures no conversions. */
export function conversionTermsOf({
  conversions = false,
}: Pick<Campaign, 'conversions'>): ConversionTerms | undefined {
  if (conversions === false) return undefined;
  const { parameter = CLICK_PARAMETER, windowDays = WINDOW_DAYS } =
    conversions === true ? {} : conversions;
  return { parameter, windowDays };
}
