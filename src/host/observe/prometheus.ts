import { BOUNDS_MS, BUCKETS, cumulative } from './buckets.ts';
import { type Layout, type Slab, SUM_CELL } from './layout.ts';
import type { SeriesName } from './series.ts';

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The body of `GET /metrics`: every series, summed over all processes. */
export function exposition(cells: Slab, layout: Layout): string {
  return layout.names.map((name) => family(name, cells, layout)).join('');
}

/** Empty if the series has no value, so that no header appears without samples. */
function family(name: SeriesName, cells: Slab, layout: Layout): string {
  const series = layout.series[name];
  const samples = series.rows.flatMap((row) => {
    const labels = series.labels.map((label, i) => labelText(label, row[i] ?? ''));
    const cell = layout.cellOf(name, ...row);
    if (series.kind === 'histogram') return histogramLines(name, labels, cells.subarray(cell));
    const value = (cells[cell] ?? 0) / series.divisor;
    return Number.isNaN(value) ? [] : [sampleLine(name, labels, value)];
  });
  if (samples.length === 0) return '';
  const head = `# HELP ${name} ${escapeHelp(series.help)}\n# TYPE ${name} ${series.kind}\n`;
  return head + samples.join('');
}

const MS_PER_SECOND = 1000;

function histogramLines(name: string, labels: readonly string[], row: Slab): readonly string[] {
  const counts = cumulative(row.subarray(0, BUCKETS));
  const all = counts.at(-1) ?? 0;
  const buckets = counts.map((count, i) => {
    const bound = BOUNDS_MS[i];
    const le = bound === undefined ? '+Inf' : `${bound / MS_PER_SECOND}`;
    return sampleLine(`${name}_bucket`, [...labels, labelText('le', le)], count);
  });
  const sum = (row[SUM_CELL] ?? 0) / MS_PER_SECOND;
  return [
    ...buckets,
    sampleLine(`${name}_sum`, labels, sum),
    sampleLine(`${name}_count`, labels, all),
  ];
}

function sampleLine(name: string, labels: readonly string[], value: number): string {
  const set = labels.length === 0 ? '' : `{${labels.join(',')}}`;
  return `${name}${set} ${value}\n`;
}

export function labelText(name: string, value: string): string {
  return `${name}="${escapeHelp(value).replaceAll('"', '\\"')}"`;
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
