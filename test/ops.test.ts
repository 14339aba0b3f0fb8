import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MetricSeries } from '../src/host/observe/series.ts';
import { layoutOf } from './metrics.ts';
import { ROOT } from './process.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const SERIES: Readonly<Record<string, MetricSeries>> = layoutOf(['acme']).series;

type Rules = {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
};
type Panels = {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
};

const { groups } = Bun.YAML.parse(read('ops/prometheus-rules.yaml')) as Rules;
const { panels }: Panels = JSON.parse(read('ops/grafana-dashboard.json'));
const QUERIES = [
  ...groups.flatMap(({ rules }) => rules),
  ...panels.flatMap(({ targets = [] }) => targets),
].map(({ expr }) => expr);

/** What Prometheus itself adds to every series. */
const ADDED_LABELS = ['instance', 'job'];

/** `name{label="value", …}[range]`, with the function that it is in. */
const SELECTOR = /(?:(rate|increase)\()?\b(parley_\w+)(?:\{([^}]*)\})?/g;

/** What is wrong with a query, in sentences: an alert with such a query would never come. */
function faultsOf(query: string): readonly string[] {
  return [...query.matchAll(SELECTOR)].flatMap(([, inRate, name = '', matchers = '']) => {
    const [, base = name, part] = /^(\w+)_(bucket|sum|count)$/.exec(name) ?? [];
    const series = SERIES[name] ?? SERIES[base];
    if (series === undefined) return [`${name} is no series`];
    if ((series.kind === 'histogram') !== (part !== undefined && SERIES[name] === undefined))
      return [`${name} is a histogram`];
    const isRate = inRate !== undefined;
    if (isRate !== (series.kind !== 'gauge')) return [`${name}: rates of counters alone`];
    return [...matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].flatMap(
      ([, label = '', operator = '', value = '']) => {
        if (ADDED_LABELS.includes(label) || value.includes('$')) return [];
        const column = series.labels.indexOf(label);
        if (column === -1) return [`${name} has no label ${label}`];
        return (operator.endsWith('~') ? value.split('|') : [value])
          .filter((wanted) => !series.rows.some((row) => row[column] === wanted))
          .map((wanted) => `${name} has no ${label} ${wanted}`);
      },
    );
  });
}

test('the alerts and the dashboard name series, labels and values that exist, and take rates of counters', () => {
  expect(QUERIES.length).toBeGreaterThan(50);
  expect(QUERIES.flatMap(faultsOf)).toEqual([]);
});
