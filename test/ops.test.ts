import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MetricSeries } from '../src/observe/metric-series.ts';
import { TROUBLE_IDS, type TroubleId } from '../src/observe/troubles.ts';
import { layoutOf } from './metrics.ts';
import { ROOT } from './process.ts';
import { type Expression, parts, readPromql, type Selector, selectorsIn } from './promql.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const SERIES: Readonly<Record<string, MetricSeries>> = layoutOf(['acme']).series;

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
};

const ALERTS = (
  Bun.YAML.parse(read('ops/prometheus-rules.yaml')) as { groups: { rules: Alert[] }[] }
).groups.flatMap(({ rules }) => rules);

type Panel = {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
};

const DASHBOARD = JSON.parse(read('ops/grafana-dashboard.json'));
const PANELS: readonly Panel[] = DASHBOARD.panels;
const TARGETS = PANELS.flatMap(({ targets }) => targets ?? []);
const QUERIES = [...ALERTS, ...TARGETS].map(({ expr }) => expr);

/** What Prometheus itself adds to every series. */
const ADDED_LABELS = ['instance', 'job'];

type Known = { readonly series: MetricSeries; readonly isBucket: boolean };

/** The series that a name in a query stands for, with what it has of a histogram's parts. */
function knownAs(name: string): Known | undefined {
  const series = SERIES[name];
  if (series !== undefined) {
    return series.kind === 'histogram' ? undefined : { series, isBucket: false };
  }
  const [, base = '', part] = /^(\w+)_(bucket|sum|count)$/.exec(name) ?? [];
  const histogram = SERIES[base];
  return histogram?.kind === 'histogram'
    ? { series: histogram, isBucket: part === 'bucket' }
    : undefined;
}

const labelsOf = (name: string): readonly string[] => {
  const known = knownAs(name);
  return [...ADDED_LABELS, ...(known?.series.labels ?? []), ...(known?.isBucket ? ['le'] : [])];
};

/** Everything that is wrong with a query, in sentences. */
function faultsOf(query: string): readonly string[] {
  const whole = readPromql(query);
  const inRates = parts(whole).flatMap((part) =>
    part.kind === 'call' && ['rate', 'increase'].includes(part.name) ? part.args : [],
  );
  return [
    ...selectorsIn(whole).flatMap((selector) => selectorFaults(selector, inRates)),
    ...parts(whole).flatMap(callFaults),
  ];
}

function selectorFaults(selector: Selector, inRates: readonly Expression[]): readonly string[] {
  const { name, matchers, range } = selector;
  if (name === 'up') return [];
  const known = knownAs(name);
  if (known === undefined) return [`${name} is no series`];
  const { series } = known;
  const faults = matchers.flatMap(({ label, operator, value }) => {
    if (!labelsOf(name).includes(label)) return [`${name} has no label ${label}`];
    if (value.includes('$') || ADDED_LABELS.includes(label)) return [];
    const column = series.labels.indexOf(label);
    const values = operator.endsWith('~') ? value.split('|') : [value];
    return values
      .filter((wanted) => !series.rows.some((row) => row[column] === wanted))
      .map((wanted) => `${name} has no ${label} ${wanted}`);
  });
  const isRate = inRates.includes(selector);
  if (isRate !== (series.kind !== 'gauge'))
    faults.push(`${name}: rates of counters, and only of them`);
  if (isRate !== (range !== undefined)) faults.push(`${name}: a range belongs in a rate`);
  return faults;
}

function callFaults(part: Expression): readonly string[] {
  if (part.kind !== 'call') return [];
  const selectors = part.args.flatMap(selectorsIn);
  const faults = selectors.flatMap(({ name }) =>
    (part.by ?? [])
      .filter((label) => !labelsOf(name).includes(label))
      .map((label) => `${name} cannot be split by ${label}`),
  );
  if (part.name !== 'histogram_quantile') return faults;
  const [, inner] = part.args;
  const hasBounds = inner?.kind === 'call' && inner.by?.includes('le') === true;
  return hasBounds ? faults : [...faults, 'a percentile needs the label le'];
}

describe('what ops/ asks Prometheus', () => {
  test('names only series, labels and values that exist, and takes rates of counters', () => {
    const faults = QUERIES.flatMap((query) => faultsOf(query).map((fault) => `${fault}: ${query}`));
    expect(faults).toEqual([]);
  });

  const wrong = [
    'parley_nonsense_total',
    'rate(parley_requests_total{colour="red"}[5m])',
    'rate(parley_requests_total{outcome="lost"}[5m])',
    'parley_requests_total > 5',
    'rate(parley_workers[5m])',
    'rate(parley_requests_total)',
    'sum by (partner) (rate(parley_requests_total[5m]))',
    'rate(parley_own_time_seconds[5m])',
    'histogram_quantile(0.9, sum(rate(parley_own_time_seconds_bucket[5m])))',
  ];
  for (const query of wrong) {
    test(`${query} would be noticed`, () => {
      expect(faultsOf(query)).not.toEqual([]);
    });
  }

  for (const query of ['sum(', 'a b', 'a{b}', 'a[5 m]', 'nope(a)', 'a +', "a{b='c'}", '']) {
    test(`${JSON.stringify(query)} would not be read`, () => {
      expect(() => faultsOf(query)).toThrow();
    });
  }
});

describe('the alerts', () => {
  test('have a name each, and say what is wrong and what to do', () => {
    expect(new Set(ALERTS.map(({ alert }) => alert)).size).toBe(ALERTS.length);
    for (const { alert, labels, annotations } of ALERTS) {
      expect(alert).toMatch(/^Parley[A-Z]\w+$/);
      expect(['page', 'ticket', 'info']).toContain(labels.severity);
      expect(annotations.summary.length).toBeGreaterThan(20);
      expect(annotations.description).toMatch(WHAT_TO_DO);
    }
  });

  test('use in their texts only labels that their query leaves', () => {
    for (const { alert, expr, annotations } of ALERTS) {
      const used = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(
        ([, it]) => it,
      );
      const whole = readPromql(expr);
      const grouped = parts(whole).flatMap((part) => (part.kind === 'call' ? (part.by ?? []) : []));
      const given =
        grouped.length > 0 ? grouped : selectorsIn(whole).flatMap((it) => labelsOf(it.name));
      expect({ alert, missing: used.filter((label) => !given.includes(label ?? '')) }).toEqual({
        alert,
        missing: [],
      });
    }
  });
});

/** Troubles that an alert with a query of its own speaks of. */
const ALERTED_OTHERWISE: Readonly<Partial<Record<TroubleId, string>>> = {
  'database-down': 'ParleyDatabaseDown',
  'journal-blocked': 'ParleyJournalBlocked',
  'clock-wrong': 'ParleyClockWrong',
  'ledger-behind': 'ParleyLedgerLag',
  'redis-down': 'ParleyRedisFallback',
  'database-went-back': 'ParleyDatabaseWentBack',
  'notices-refused': 'ParleyNoticesRefused',
  'counts-lost': 'ParleyJournalLost',
  'requests-failed': 'ParleyErrors',
  'requests-shed': 'ParleyShedding',
  'workers-replaced': 'ParleyWorkerRestarts',
  'partner-failing': 'ParleyPartnerBreakerOpen',
};

/** A publisher's limit and an operator's pause are as they should be. */
const NOT_ALERTED: readonly TroubleId[] = ['requests-limited', 'partner-paused'];

test('every trouble that the console speaks of has an alert', () => {
  const asked = ALERTS.flatMap(({ expr }) => selectorsIn(readPromql(expr)))
    .filter(({ name }) => name === 'parley_trouble')
    .flatMap(({ matchers }) => matchers.map(({ value }) => value));
  const names = ALERTS.map(({ alert }) => alert);
  const others = Object.entries(ALERTED_OTHERWISE).filter(([, alert]) => names.includes(alert));
  const covered = [...asked, ...others.map(([id]) => id), ...NOT_ALERTED];
  expect(covered.toSorted()).toEqual([...TROUBLE_IDS].toSorted());
});

/** A sentence that begins with an order to the reader. */
const WHAT_TO_DO =
  /(?:^|[.:;,] |Then )(?:look|see|search|check|compare|add|bring|tell|open|roll back)\b/i;

describe('the dashboard', () => {
  test('shows every series that is declared', () => {
    const shown = new Set(
      TARGETS.flatMap(({ expr }) => selectorsIn(readPromql(expr))).map(({ name }) =>
        SERIES[name] === undefined ? name.replace(/_(bucket|sum|count)$/, '') : name,
      ),
    );
    expect([...shown].sort()).toEqual(Object.keys(SERIES).sort());
  });

  test('explains each panel, and names in its legend only labels that are there', () => {
    expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
    for (const panel of PANELS.filter(({ type }) => type !== 'row')) {
      expect(panel.description ?? '').not.toBe('');
      for (const { expr, legendFormat } of panel.targets ?? []) {
        const labels = [...legendFormat.matchAll(/{{(\w+)}}/g)].map(([, label]) => label ?? '');
        const by = parts(readPromql(expr)).flatMap((it) =>
          it.kind === 'call' ? (it.by ?? []) : [],
        );
        expect(labels.filter((label) => !by.includes(label))).toEqual([]);
      }
    }
  });

  test('asks only for variables that it has', () => {
    const names: readonly string[] = DASHBOARD.templating.list.map(
      ({ name }: Panel & { name: string }) => name,
    );
    const used = TARGETS.flatMap(({ expr }) => [...expr.matchAll(/\$([a-z]\w*)/g)]).map(
      ([, it]) => it,
    );
    for (const name of used) expect(names).toContain(name ?? '');
  });
});
