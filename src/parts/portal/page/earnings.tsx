import { Bars } from '../../../ui/bars.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { cents, count } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Plot } from '../../../ui/plot.tsx';
import { Select } from '../../../ui/select.tsx';
import { Table } from '../../../ui/table.tsx';
import { FigureTiles } from '../../../ui/tiles.tsx';
import { valueWords } from '../../../ui/units.ts';
import type { Earnings, EarningsFigures } from './api.ts';
import { portalPath } from './paths.ts';
import type { PortalPageProps } from './props.ts';
import { againstWords } from './words.ts';

const REFRESH_MS = 30_000;
const DAY_MS = 86_400_000;

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

/** What was earned. The address has the period and the split. */
export function EarningsView({ route: { parameters } }: PortalPageProps) {
  const by = SPLITS.find(([name]) => name === parameters.get('by'))?.[0] ?? 'day';
  const days = PERIODS.find(([name]) => name === parameters.get('days'))?.[0] ?? '7';
  const path = portalPath(`earnings?${new URLSearchParams({ days, by })}`);
  const resource = useResource<Earnings>(path, REFRESH_MS);
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
        {(earnings) =>
          earnings.total.requests === 0 && earnings.total.earnedUsd === 0 ? (
            <Empty title="Nothing was requested in this period">
              <p>
                <a href="#/integration">Integration</a> says how to send the first request.
              </p>
            </Empty>
          ) : (
            <>
              <Totals earnings={earnings} />
              <Drawn rows={earnings.rows} by={by} />
              <Rows rows={earnings.rows} by={by} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Totals({ earnings: { total, before } }: { readonly earnings: Earnings }) {
  const tiles = [
    { name: 'Earned', figure: cents(total.earnedUsd), of: 'earnedUsd' },
    { name: 'eCPM', figure: orDash(total.ecpmUsd, cents), of: 'ecpmUsd' },
    { name: 'Fill rate', figure: orDash(total.fillRate, rateWords), of: 'fillRate' },
    { name: 'Requests', figure: count(total.requests), of: 'requests' },
    { name: 'Ads sold', figure: count(total.sold), of: 'sold' },
    { name: 'Clicks', figure: count(total.clicks), of: 'clicks' },
  ] as const;
  return (
    <FigureTiles
      tiles={tiles.map(({ name, figure, of }) => ({
        name,
        figure,
        note: againstWords(total[of], before[of]),
      }))}
    />
  );
}

const rateWords = (share: number) => valueWords('percent', share);

function orDash(value: number | null, words: (value: number) => string): string {
  return value === null ? '–' : words(value);
}

type EarningsRowsProps = {
  readonly rows: Earnings['rows'];
  readonly by: (typeof SPLITS)[number][0];
};

const BARS_MAX = 12;

/** A line over the days, else bars. */
function Drawn({ rows, by }: EarningsRowsProps) {
  // One figure is in the tiles already.
  if (rows.length < 2) return null;
  if (by === 'day') {
    const days = [...rows].sort((a, b) => a.name.localeCompare(b.name));
    return (
      <Plot
        key={days.length}
        title="Earned"
        unit="usd"
        zone="UTC"
        timesMs={days.map(({ name }) => Date.parse(name))}
        stepMs={DAY_MS}
        series={[
          { name: 'Earned', color: '--c-bids', values: days.map(({ earnedUsd }) => earnedUsd) },
        ]}
      />
    );
  }
  const bars = rows
    .map(({ name, earnedUsd: value }) => ({ name: name || UNNAMED, value }))
    .sort((a, b) => b.value - a.value)
    .slice(0, BARS_MAX);
  return <Bars title="Earned" bars={bars} words={cents} />;
}

const UNNAMED = '(not named)';

const COLUMNS = {
  Requests: ({ requests }: EarningsFigures) => count(requests),
  'Ads sold': ({ sold }: EarningsFigures) => count(sold),
  Fill: ({ fillRate }: EarningsFigures) => orDash(fillRate, rateWords),
  Shown: ({ impressions }: EarningsFigures) => count(impressions),
  Clicks: ({ clicks }: EarningsFigures) => count(clicks),
  'CPM earned': ({ ecpmUsd }: EarningsFigures) => orDash(ecpmUsd, cents),
  Earned: ({ earnedUsd }: EarningsFigures) => cents(earnedUsd),
} as const;

function Rows({ rows, by }: EarningsRowsProps) {
  const head = SPLITS.find(([name]) => name === by)?.[1] ?? '';
  const columns = Object.entries(COLUMNS);
  // Days have an order of their own: the newest is what people look for.
  const sorted = by === 'day' ? rows.toSorted((a, b) => b.name.localeCompare(a.name)) : rows;
  const heads = Object.fromEntries([[head, ''], ...columns.map(([name]) => [name, 'number'])]);
  return (
    <Table heads={heads} kind="stack dense">
      {sorted.map((row) => (
        <tr key={row.name}>
          <td data-label={head}>{by === 'day' ? row.name.slice(0, 10) : row.name || UNNAMED}</td>
          {columns.map(([name, words]) => (
            <td class="number" data-label={name} key={name}>
              {words(row)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
