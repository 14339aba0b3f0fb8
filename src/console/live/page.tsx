import type { LivePoint } from '../api.ts';
import { Empty } from '../ui/empty.tsx';
import { count, ms, share, usd } from '../ui/format.ts';
import { Funnel } from './funnel.tsx';
import { Plot } from './plot.tsx';
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
            This process keeps none, or you are logged out. <a href="#/auctions">Auctions</a> shows
            what happened last.
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
  cut: 'The connection is cut; trying again …',
  closed: 'There is no stream.',
};

function Figures({ live: { points, funnel } }: { readonly live: Live }) {
  const last = points.at(-1);
  if (last === undefined) {
    return (
      <Empty title="Nothing has come in yet">
        <p>
          Send a request from the <a href="#/playground">playground</a>, or say something in the{' '}
          <a href="#/chat">chat</a>.
        </p>
      </Empty>
    );
  }
  const timesMs = points.map(({ atMs }) => atMs);
  const of = (name: keyof LivePoint) => points.map((point) => point[name]);
  return (
    <>
      <Tiles last={last} />
      <div class="plots">
        <Plot
          title="Requests by outcome"
          unit="/s"
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
          unit=" ms"
          timesMs={timesMs}
          series={[
            { name: 'p50', color: '--c-bids', values: of('p50Ms') },
            { name: 'p95', color: '--c-timeout', values: of('p95Ms') },
            { name: 'p99', color: '--c-failed', values: of('p99Ms') },
          ]}
        />
      </div>
      <Funnel stages={funnel} />
    </>
  );
}

function Tiles({ last }: { readonly last: LivePoint }) {
  const auctions = last.bidsPerSec + last.noBidsPerSec;
  return (
    <dl class="tiles">
      <Tile name="Requests" value={`${count(Math.round(last.requestsPerSec * 10) / 10)}/s`} />
      <Tile name="Fill rate" value={share(last.bidsPerSec, auctions)} />
      <Tile name="p95" value={ms(last.p95Ms)} />
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
