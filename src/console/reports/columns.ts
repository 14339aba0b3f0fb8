import { REPORT_RATES } from '../../sale/measures.ts';
import type { ReportRow } from '../api.ts';
import { COLUMN_NAMES } from './words.ts';

/** Shown even where they are all zero. */
const ALWAYS: readonly string[] = ['requests', 'sold', 'impressions', 'clicks', 'spend_usd'];

/** The columns with something to say: they apply to a row, and are not zero everywhere. */
export function columnsShown(rows: readonly ReportRow[], drawn: string): readonly string[] {
  return COLUMN_NAMES.filter((name) => {
    const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null);
    if (values.length === 0) return name === drawn;
    if (name === drawn || REPORT_RATES.includes(name) || ALWAYS.includes(name)) return true;
    return values.some((value) => Number(value) !== 0);
  });
}
