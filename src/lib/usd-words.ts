/**
 * An amount as people read it. Small amounts keep their decimals: a thousand impressions may cost cents. Without a
 * locale, that of the browser.
 */
export function usdWords(value: number, locale?: string): string {
  if (value < 0) return `-${usdWords(-value, locale)}`;
  const digits = value < 1 && value !== 0 ? 4 : 2;
  return `$${value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}
