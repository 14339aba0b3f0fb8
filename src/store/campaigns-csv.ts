import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { type CsvLine, csvText, readCsv } from '../lib/csv.ts';
import { fieldOf, isBranch } from '../lib/schema-fault.ts';

type CellKind = 'text' | 'number' | 'list';

/** Where each column is in a campaign, and what its cells are. docs/campaigns.md explains them. */
export const CSV_COLUMNS = {
  id: 'text',
  advertiser: 'text',
  domain: 'text',
  categories: 'list',
  cattax: 'number',
  language: 'text',
  cpm: 'number',
  cpc: 'number',
  cpa: 'number',
  riskMax: 'number',
  zone: 'text',
  'flight.start': 'text',
  'flight.end': 'text',
  'budget.total': 'number',
  'budget.daily': 'number',
  'budget.pacing': 'text',
  'budget.impressions.total': 'number',
  'budget.impressions.daily': 'number',
  rotation: 'text',
  'targeting.include.countries': 'list',
  'targeting.include.languages': 'list',
  'targeting.include.intents': 'list',
  'targeting.include.keywords': 'list',
  'targeting.include.publishers': 'list',
  'targeting.exclude.keywords': 'list',
  'targeting.exclude.publishers': 'list',
  'creatives[0].id': 'text',
  'creatives[0].title': 'text',
  'creatives[0].description': 'text',
  'creatives[0].sponsored': 'text',
  'creatives[0].cta': 'text',
  'creatives[0].link': 'text',
  'creatives[0].price': 'text',
  'creatives[0].salePrice': 'text',
  'creatives[0].displayUrl': 'text',
  'creatives[0].ai.text': 'text',
  'creatives[0].ai.picture': 'text',
} as const satisfies Readonly<Record<string, CellKind>>;

const COLUMNS: Readonly<Record<string, CellKind>> = CSV_COLUMNS;
const NAMES = Object.keys(CSV_COLUMNS);

const keysOf = (name: string) => name.match(/[^.[\]]+/g) ?? [];

/** One line for each campaign. Fields without a column are not in it, and stay as they are at an import. */
export function campaignsCsv(campaigns: readonly Campaign[]): string {
  const lines = campaigns.map((campaign) =>
    NAMES.map((name) => {
      let value: unknown = campaign;
      for (const key of keysOf(name)) value = isBranch(value) ? fieldOf(value, key) : undefined;
      return cellOf(value);
    }),
  );
  return csvText([NAMES, ...lines]);
}

const BETWEEN = ' | ';

function cellOf(value: unknown): string | number | null {
  if (value === undefined) return null;
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return String(value);
  const joined = value.join(BETWEEN);
  return JSON.stringify(itemsOf(joined)) === JSON.stringify(value) ? joined : JSON.stringify(value);
}

/** A list is JSON where its items have what stands between items. */
function itemsOf(cell: string): unknown {
  if (cell.startsWith('[')) {
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  }
  return cell.split(BETWEEN.trim()).map((item) => item.trim());
}

/** What no number is stays text, and the check of the campaign says so. An empty cell is no value. */
function cellValue(cell: string, kind: CellKind): unknown {
  if (cell === '') return undefined;
  if (kind === 'list') return itemsOf(cell);
  if (kind === 'text') return cell;
  return cell.trim() !== '' && Number.isFinite(Number(cell)) ? Number(cell) : cell;
}

type CsvCampaign = {
  readonly line: number;
  readonly id: string;
  /** The campaign with the cells of the line in place of what it had. undefined: there was none. */
  readonly applied: (current: Campaign | undefined) => unknown;
};

/** The campaigns of such a text, or why there are none. */
export function readCampaignsCsv(
  text: string,
): readonly CsvCampaign[] | { readonly line: number; readonly reason: string } {
  const lines = readCsv(text);
  if ('reason' in lines) return lines;
  const [head, ...rest] = lines;
  const names = head?.cells.map((name) => name.trim()) ?? [];
  const unknown = names.find((name) => COLUMNS[name] === undefined);
  if (unknown !== undefined) {
    const reason = `expected columns of ${NAMES.join(', ')}, but got "${unknown.slice(0, 100)}"`;
    return { line: 1, reason };
  }
  if (!names.includes('id')) return { line: 1, reason: 'expected a column id, but there is none' };
  if (new Set(names).size < names.length) {
    return { line: 1, reason: 'expected each column once, but one is there twice' };
  }
  return rest.map((line) => csvCampaign(names, line));
}

function csvCampaign(names: readonly string[], { line, cells }: CsvLine): CsvCampaign {
  return {
    line,
    id: cells[names.indexOf('id')] ?? '',
    applied(current) {
      let result: unknown = current ?? {};
      for (const [index, name] of names.entries()) {
        const value = cellValue(cells[index] ?? '', COLUMNS[name] ?? 'text');
        result = withValue(result, keysOf(name), value);
      }
      return result ?? {};
    },
  };
}

/** A copy with this value. What is empty without it goes too. */
function withValue(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const last = isBranch(whole) ? fieldOf(whole, key) : undefined;
  const next = withValue(last, rest, value);
  if (next === undefined && last === undefined) return whole;
  if (/^\d+$/.test(key)) {
    const items: readonly unknown[] = Array.isArray(whole) ? whole : [];
    return next === undefined ? items : [next, ...items.slice(1)];
  }
  const { [key]: _, ...others } = (isBranch(whole) ? whole : {}) as Readonly<
    Record<string, unknown>
  >;
  if (next !== undefined) return { ...others, [key]: next };
  return Object.keys(others).length === 0 ? undefined : others;
}
