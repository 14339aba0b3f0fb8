import type { LivePoint } from '../api.ts';
import { Empty } from '../ui/empty.tsx';
import { count, ms, percent, usd } from '../ui/format.ts';
import { Plot } from '../ui/plot.tsx';
import { Funnel } from './funnel.tsx';
import { Troubles } from './troubles.tsx';
import { type Live, useLive } from './use-live.ts';

export function LivePage() {
  const live = useLive();
  return (
    <>
      <header class="page-head">
        <h1>Live</h1>
        <p class="muted" role="status">
          {STATE_WORDS[live.state]}
        </p>
      </header>
      {live.state === 'closed' ? (
        <Empty title="No live figures">
          <p>
            This process records none, or you are logged out. <a href="#/auctions">Auctions</a>{' '}
            shows the latest auctions.
          </p>
        </Empty>
      ) : (
        <Figures live={live} />
      )}
    </>
  );
}

const STATE_WORDS: Readonly<Record<Live['state'], string>> = {
  waiting: 'Connecting …',
  streaming: 'The last 15 minutes, as they happen.',
  cut: 'The connection was lost. Reconnecting …',
  closed: 'There is no stream.',
};

function Figures({ live: { points, funnel, troubles } }: { readonly live: Live }) {
  const last = points.at(-1);
  if (last === undefined) return <p class="muted">Waiting for the first second …</p>;
  const timesMs = points.map(({ atMs }) => atMs);
  const of = (name: keyof LivePoint) => points.map((point) => point[name]);
  return (
    <>
      <Troubles troubles={troubles} />
      <Tiles points={points} last={last} />
      <div class="plots">
        <Plot
          title="Requests by outcome"
          words={perSec}
          timesMs={timesMs}
          series={[
            { name: 'Sold', color: '--c-bids', values: of('bidsPerSec') },
            { name: 'No ad', color: '--c-no-bid', values: of('noBidsPerSec') },
            { name: 'Refused', color: '--c-timeout', values: of('refusedPerSec') },
            { name: 'Failed', color: '--c-failed', values: of('failedPerSec') },
          ]}
        />
        <Plot
          title="Time to answer"
          words={ms}
          timesMs={timesMs}
          series={[
            { name: 'p50', color: '--c-bids', values: of('p50Ms') },
            { name: 'p95', color: '--c-timeout', values: of('p95Ms') },
            { name: 'p99', color: '--c-failed', values: of('p99Ms') },
          ]}
        />
        <Plot
          title="Fill rate"
          words={percent}
          timesMs={timesMs}
          series={[{ name: 'Sold, last minute', color: '--c-bids', values: of('fillRate') }]}
        />
        <Plot
          title="Spend"
          words={usd}
          topMin={0.01}
          timesMs={timesMs}
          series={[
            { name: 'Billed, last minute', color: '--c-bids', values: of('spendUsdPerMinute') },
          ]}
        />
      </div>
      <Funnel stages={funnel} />
    </>
  );
}

function perSec(value: number): string {
  return `${count(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))}/s`;
}

/** The last known latency, because a second without a request has none. */
function Tiles({
  points,
  last,
}: {
  readonly points: readonly LivePoint[];
  readonly last: LivePoint;
}) {
  const p95Ms = points.findLast((point) => point.p95Ms !== null)?.p95Ms ?? null;
  return (
    <dl class="tiles">
      <Tile name="Requests" value={perSec(last.requestsPerSec)} />
      <Tile name="Fill rate" value={last.fillRate === null ? '–' : percent(last.fillRate)} />
      <Tile name="Time to answer, p95" value={ms(p95Ms)} />
      <Tile name="Spend" value={`${usd(last.spendUsdPerMinute)}/min`} />
    </dl>
  );
}

function Tile({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
