import { DAY_MS } from '../../lib/day.ts';
import { parseReferenceRates, type ReferenceRates } from './reference-rates.ts';

/** The daily file of the European Central Bank: `<Cube time='2026-10-30'>` with a `<Cube currency='USD' rate='1.1172'/>` for each. */

export const ECB_URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

/** The file has less than 2 KB. */
export const ECB_BYTES_MAX = 64 * 1024;

const QUOTED = `(?:'([^'<>]*)'|"([^"<>]*)")`;
const DAY = new RegExp(`<Cube\\s+time=${QUOTED}\\s*>(.*?)</Cube>`, 'gs');
const RATE = new RegExp(`<Cube\\s+currency=${QUOTED}\\s+rate=${QUOTED}\\s*/>`, 'g');
const DECIMAL = /^\d{1,7}(?:\.\d{1,8})?$/;

/** A sentence says why the text is not that file. Nothing but the rates of one day may be in it. */
export function readEcbXml(
  text: string,
  { source, nowMs }: { readonly source: string; readonly nowMs: number },
): ReferenceRates | string {
  const days = [...text.matchAll(DAY)];
  const [day] = days;
  if (day === undefined || days.length > 1) {
    return `expected the rates of one day (<Cube time='…'>), but got those of ${days.length}`;
  }
  const [, single, double, inside = ''] = day;
  const date = single ?? double ?? '';
  const rest = inside.replaceAll(RATE, '').trim();
  if (rest !== '') return `expected nothing but currencies and rates, but got ${quote(rest)}`;
  const perEuro: Record<string, number> = {};
  for (const [, code, codeToo = '', rate, rateToo = ''] of inside.matchAll(RATE)) {
    const currency = code ?? codeToo;
    const units = rate ?? rateToo;
    if (Object.hasOwn(perEuro, currency)) return `expected ${quote(currency)} once`;
    if (!DECIMAL.test(units))
      return `${quote(currency)}: expected a number, but got ${quote(units)}`;
    perEuro[currency] = Number(units);
  }
  if (Date.parse(`${date}T00:00:00Z`) > nowMs + DAY_MS) {
    return `expected a day that has come, but got ${quote(date)}`;
  }
  return parseReferenceRates(JSON.stringify({ source, date, perEuro }));
}

const QUOTE_LENGTH_MAX = 40;

function quote(text: string): string {
  return JSON.stringify(text.slice(0, QUOTE_LENGTH_MAX));
}
