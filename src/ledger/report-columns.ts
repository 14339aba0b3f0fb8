import { REPORT_MEASURES, type Report, type ReportRow, usdOfNanos } from './report.ts';

/** Shares and averages, which are computed from the measures. */
export const REPORT_RATES = ['fill', 'click_rate', 'ecpm_usd'] as const;

/** Null where the column does not apply to the row, or there is nothing to divide by. */
export type CellValue = string | number | null;

type Needs = 'named' | 'empty';

/** Requests are counted before a partner is known, so that no row of a partner has them; and so on. */
const BEFORE_PARTNERS = { partner: 'empty', campaign: 'empty', format: 'empty' } as const;
const OF_A_SALE = { partner: 'named', reason: 'empty' } as const;

const COUNTED_WITH: Readonly<Record<string, Readonly<Record<string, Needs>>>> = {
  requests: { ...BEFORE_PARTNERS, reason: 'empty' },
  refusals: { ...BEFORE_PARTNERS, reason: 'named' },
  no_bids: { ...BEFORE_PARTNERS, reason: 'named' },
  asked: { ...OF_A_SALE, campaign: 'empty', format: 'empty' },
  bids: { ...OF_A_SALE, campaign: 'empty', format: 'empty' },
  sold: OF_A_SALE,
  wins: OF_A_SALE,
  impressions: OF_A_SALE,
  viewables: OF_A_SALE,
  clicks: OF_A_SALE,
  losses: { partner: 'named' },
  spend_usd: OF_A_SALE,
};

/** Whether a row with these dimensions can have the measure at all. */
export function applies(measure: string, dimensions: Readonly<Record<string, string>>): boolean {
  return Object.entries(COUNTED_WITH[measure] ?? {}).every(([name, needs]) => {
    const value = dimensions[name];
    return value === undefined || (value === '') === (needs === 'empty');
  });
}

/** The measures and rates of a row. */
export function columnsOf(
  row: ReportRow,
  { question }: Report,
): Readonly<Record<string, CellValue>> {
  const { by, where = {} } = question;
  const keys = row.keys.map((value, index) => [by[index] ?? '', value]);
  const dimensions = { ...where, ...Object.fromEntries(keys) };
  const has = (name: string) => applies(name, dimensions);
  const count = (name: string) => row.counts[name] ?? 0;
  const measures = REPORT_MEASURES.map((name) => {
    const value = name === 'spend_usd' ? usdOfNanos(row.spendNanos) : count(name);
    // A count is shown even where none was expected.
    return [name, has(name) || Number(value) !== 0 ? value : null] as const;
  });
  const valid = count('requests') - count('refusals');
  const knowsFill = ['requests', 'refusals', 'no_bids'].every(has) && !('reason' in dimensions);
  return {
    ...Object.fromEntries(measures),
    fill: knowsFill ? ratio(valid - count('no_bids'), valid) : null,
    click_rate: has('clicks') ? ratio(count('clicks'), count('impressions')) : null,
    ecpm_usd: has('spend_usd') ? ratio(Number(row.spendNanos) / 1e6, count('impressions')) : null,
  };
}

const PRECISION = 1e6;

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((Math.max(0, part) / whole) * PRECISION) / PRECISION : null;
}
