import { Empty } from '../../../ui/empty.tsx';
import { Bars, FigureTiles } from '../../../ui/figures.tsx';
import { cents, count, percent } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Plot } from '../../../ui/plot.tsx';
import { Select } from '../../../ui/select.tsx';
import { number, Rows } from '../../../ui/table.tsx';
import { valueWords } from '../../../ui/units.ts';
import type { Earnings, EarningsFigures } from '../earnings.ts';
import { type PortalPageProps, pathOf } from './api.ts';

const REFRESH_MS = 30_000;
const DAY_MS = 86_400_000;
const BARS_MAX = 12;

const SPLITS = [
  ['day', 'Day'],
  ['format', 'Format'],
  ['placement', 'Placement'],
] as const;
const PERIODS = [
  ['1', 'Today'],
  ['7', 'Seven days'],
  ['28', 'Four weeks'],
] as const;

/** How each figure is written, in the order of the columns. */
const FIGURES = {
  Requests: ['requests', count],
  'Ads sold': ['sold', count],
  Fill: ['fillRate', (share: number) => valueWords('percent', share)],
  Shown: ['impressions', count],
  Clicks: ['clicks', count],
  'CPM earned': ['ecpmUsd', cents],
  Earned: ['earnedUsd', cents],
} as const satisfies Record<string, readonly [keyof EarningsFigures, (value: number) => string]>;

const TILES = ['Earned', 'CPM earned', 'Fill', 'Requests', 'Ads sold', 'Clicks'] as const;

function wordsOf(figure: keyof typeof FIGURES, of: EarningsFigures): string {
  const [name, words] = FIGURES[figure];
  const value = of[name];
  return value === null ? '–' : words(value);
}

/** What was earned. The address has the period and the split. */
export function EarningsView({ route: { parameters } }: PortalPageProps) {
  const [by] = SPLITS.find(([name]) => name === parameters.get('by')) ?? SPLITS[0];
  const [days] = PERIODS.find(([name]) => name === parameters.get('days')) ?? PERIODS[1];
  const resource = useResource<Earnings>(pathOf('earnings', { by, days }), REFRESH_MS);
  const show = (change: Readonly<Record<string, string>>) => {
    location.hash = `#/earnings?${new URLSearchParams({ by, days, ...change })}`;
  };
  return (
    <>
      <header class="page-head">
        <h1>Earnings</h1>
        <p class="muted">Without tests. Days are of UTC, money is in USD.</p>
      </header>
      <div class="filters">
        <Select
          label="Period"
          value={days}
          options={PERIODS}
          onChange={(next) => show({ days: next })}
        />
        <Select label="By" value={by} options={SPLITS} onChange={(next) => show({ by: next })} />
      </div>
      <Loaded resource={resource}>
        {({ total, before, rows }) =>
          total.requests === 0 && total.earnedUsd === 0 ? (
            <Empty title="Nothing was requested in this period">
              <p>
                <a href="#/integration">Integration</a> says how to send the first request.
              </p>
            </Empty>
          ) : (
            <>
              <FigureTiles
                tiles={TILES.map((name) => ({
                  name,
                  figure: wordsOf(name, total),
                  note: againstWords(total[FIGURES[name][0]], before[FIGURES[name][0]]),
                }))}
              />
              {/* One figure is in the tiles already. */}
              {rows.length < 2 ? null : <Drawn rows={rows} by={by} />}
              <Split rows={rows} by={by} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** Less is written as none. */
const CHANGE_MIN = 0.005;

/** How a figure compares with that of the week before. undefined: there is nothing to compare. */
function againstWords(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null || before === 0) return undefined;
  const change = now / before - 1;
  if (Math.abs(change) < CHANGE_MIN) return 'as in the week before';
  return `${percent(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than the week before`;
}

type SplitProps = {
  readonly rows: Earnings['rows'];
  readonly by: (typeof SPLITS)[number][0];
};

/** A line over the days, else bars. */
function Drawn({ rows, by }: SplitProps) {
  if (by !== 'day') {
    const bars = rows
      .map(({ name, earnedUsd: value }) => ({ name, value }))
      .sort((a, b) => b.value - a.value)
      .slice(0, BARS_MAX);
    return <Bars title="Earned" bars={bars} words={cents} />;
  }
  return (
    <Plot
      key={rows.length}
      title="Earned"
      unit="usd"
      zone="UTC"
      timesMs={rows.map(({ name }) => Date.parse(name))}
      stepMs={DAY_MS}
      series={[
        { name: 'Earned', color: '--c-bids', values: rows.map(({ earnedUsd }) => earnedUsd) },
      ]}
    />
  );
}

function Split({ rows, by }: SplitProps) {
  const [, head = ''] = SPLITS.find(([name]) => name === by) ?? [];
  const figures = (Object.keys(FIGURES) as (keyof typeof FIGURES)[]).map(
    (name) => [name, number((row: EarningsFigures) => wordsOf(name, row))] as const,
  );
  return (
    <Rows
      kind="stack dense"
      // The newest day is what people look for.
      rows={by === 'day' ? rows.toReversed() : rows}
      columns={{
        [head]: ({ name }: Earnings['rows'][number]) => name,
        ...Object.fromEntries(figures),
      }}
      keyOf={({ name }) => name}
    />
  );
}
