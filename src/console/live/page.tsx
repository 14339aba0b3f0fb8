import type { LivePoint } from '../api.ts';
import { Empty } from '../ui/empty.tsx';
import { ms, percent, usd } from '../ui/format.ts';
import { Plot } from '../ui/plot.tsx';
import { valueWords } from '../ui/units.ts';
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
            This process records none, you are logged out, or too many pages show them already with
            your token. <a href="#/auctions">Auctions</a> shows the latest auctions.
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

function Figures({ live: { state, points, funnel, troubles } }: { readonly live: Live }) {
  const last = points.at(-1);
  if (last === undefined) return <p class="muted">Waiting for the first second …</p>;
  const axis = { timesMs: points.map(({ atMs }) => atMs), stepMs: 1000 };
  const of = (name: keyof LivePoint) => points.map((point) => point[name]);
  return (
    <>
      <Troubles troubles={troubles} isCurrent={state === 'streaming'} lastMs={last.atMs} />
      <Tiles points={points} last={last} />
      <div class="plots">
        <Plot
          title="Requests by outcome"
          unit="per-second"
          {...axis}
          series={[
            { name: 'Sold', color: '--c-bids', values: of('bidsPerSec') },
            { name: 'No ad', color: '--c-no-bid', values: of('noBidsPerSec') },
            { name: 'Refused', color: '--c-timeout', values: of('refusedPerSec') },
            { name: 'Failed', color: '--c-failed', values: of('failedPerSec') },
          ]}
        />
        <Plot
          title="Time to answer"
          unit="ms"
          {...axis}
          series={[
            { name: 'p50', color: '--c-bids', values: of('p50Ms') },
            { name: 'p95', color: '--c-timeout', values: of('p95Ms') },
            { name: 'p99', color: '--c-failed', values: of('p99Ms') },
          ]}
        />
        <Plot
          title="Fill rate"
          unit="percent"
          {...axis}
          series={[{ name: 'Sold, last minute', color: '--c-bids', values: of('fillRate') }]}
        />
        <Plot
          title="Spend"
          unit="usd"
          {...axis}
          series={[
            { name: 'Billed, last minute', color: '--c-bids', values: of('spendUsdPerMinute') },
          ]}
        />
      </div>
      <Funnel stages={funnel} />
    </>
  );
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
      <Tile name="Requests" value={valueWords('per-second', last.requestsPerSec)} />
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
