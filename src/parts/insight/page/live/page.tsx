import { useEffect, useState } from 'preact/hooks';
import { troubleSentence } from '../../../../lib/text.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { ms, percent, usd } from '../../../../ui/format.ts';
import { Plot } from '../../../../ui/plot.tsx';
import { FigureTiles } from '../../../../ui/tiles.tsx';
import { type Unit, valueWords } from '../../../../ui/units.ts';
import { minuteWords, timeWords, useZone } from '../../../../ui/zone.tsx';
import type { LiveEvent, LiveNow, LivePoint } from '../../live.ts';
import { Funnel } from './funnel.tsx';
import { Limits } from './limits.tsx';

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
      {live.state === 'closed' && live.points.length === 0 ? (
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

type Live = LiveNow & {
  readonly state: 'waiting' | 'streaming' | 'cut' | 'closed';
  readonly points: readonly LivePoint[];
};

const SHOWN_MS = 15 * 60 * 1000;

function withEvent(live: Live, event: LiveEvent): Live {
  const { funnel, troubles } = event;
  if (event.kind === 'history') {
    return { state: 'streaming', points: event.points, funnel, troubles };
  }
  const { point } = event;
  const fromMs = point.atMs - SHOWN_MS;
  const points = live.points.filter(({ atMs }) => atMs > fromMs && atMs < point.atMs);
  return { state: 'streaming', points: [...points, point], funnel, troubles };
}

const NOTHING: Live = { state: 'waiting', points: [], funnel: [], troubles: [] };

const AGAIN_MS = 5000;

/** Subscribes to the live figures. The browser reconnects by itself, but not after an answer that is an error. */
function useLive(): Live {
  const [live, setLive] = useState<Live>(NOTHING);
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource | undefined;
    const open = () => {
      source = new EventSource('/api/live');
      source.onmessage = ({ data }) =>
        setLive((before) => withEvent(before, JSON.parse(data) as LiveEvent));
      source.onerror = () => {
        const isClosed = source?.readyState === EventSource.CLOSED;
        setLive((before) => ({ ...before, state: isClosed ? 'closed' : 'cut' }));
        if (isClosed) again = setTimeout(open, AGAIN_MS);
      };
    };
    open();
    return () => {
      clearTimeout(again);
      source?.close();
    };
  }, []);
  return live;
}

const STATE_WORDS: Readonly<Record<Live['state'], string>> = {
  waiting: 'Connecting …',
  streaming: 'The last 15 minutes, as they happen.',
  cut: 'The connection was lost. Reconnecting …',
  closed: 'There are no live figures now. Trying again …',
};

type LivePlot = {
  readonly title: string;
  readonly unit: Unit;
  readonly lines: readonly (readonly [name: string, color: string, figure: keyof LivePoint])[];
};

const PLOTS: readonly LivePlot[] = [
  {
    title: 'Requests by outcome',
    unit: 'per-second',
    lines: [
      ['Got an ad', '--c-bids', 'bidsPerSec'],
      ['No ad', '--c-no-bid', 'noBidsPerSec'],
      ['Refused', '--c-timeout', 'refusedPerSec'],
      ['Failed', '--c-failed', 'failedPerSec'],
    ],
  },
  {
    title: 'Time to answer',
    unit: 'ms',
    lines: [
      ['p50', '--c-bids', 'p50Ms'],
      ['p95', '--c-timeout', 'p95Ms'],
      ['p99', '--c-failed', 'p99Ms'],
    ],
  },
  { title: 'Fill rate', unit: 'percent', lines: [['Sold, last minute', '--c-bids', 'fillRate']] },
  {
    title: 'Spend',
    unit: 'usd',
    lines: [['Billed, last minute', '--c-bids', 'spendUsdPerMinute']],
  },
];

function Figures({ live: { state, points, funnel, troubles } }: { readonly live: Live }) {
  const last = points.at(-1);
  if (last === undefined) return <p class="muted">Waiting for the first second …</p>;
  return (
    <>
      <Troubles troubles={troubles} isCurrent={state === 'streaming'} lastMs={last.atMs} />
      <Tiles points={points} last={last} />
      <div class="plots">
        {PLOTS.map(({ title, unit, lines }) => (
          <Plot
            key={title}
            title={title}
            unit={unit}
            timesMs={points.map(({ atMs }) => atMs)}
            stepMs={1000}
            series={lines.map(([name, color, figure]) => {
              return { name, color, values: points.map((point) => point[figure]) };
            })}
          />
        ))}
      </div>
      <Funnel stages={funnel} />
      <Limits />
    </>
  );
}

type TilesProps = { readonly points: readonly LivePoint[]; readonly last: LivePoint };

function Tiles({ points, last }: TilesProps) {
  // The last known latency, because a second without a request has none.
  const p95Ms = points.findLast((point) => point.p95Ms !== null)?.p95Ms ?? null;
  const fill = last.fillRate === null ? '–' : percent(last.fillRate);
  return (
    <FigureTiles
      tiles={[
        { name: 'Requests', figure: valueWords('per-second', last.requestsPerSec) },
        { name: 'Fill rate', figure: fill },
        { name: 'Time to answer, p95', figure: ms(p95Ms) },
        { name: 'Spend', figure: `${usd(last.spendUsdPerMinute)}/min` },
      ]}
    />
  );
}

type TroublesProps = Pick<LiveNow, 'troubles'> & {
  /** False while the connection is lost, when nobody knows. */
  readonly isCurrent: boolean;
  /** When the last figures arrived. */
  readonly lastMs: number;
};

/** The health of the machine: one line if all is well, else the problems. */
function Troubles({ troubles, isCurrent, lastMs }: TroublesProps) {
  const zone = useZone();
  const time = (ms: number) => timeWords(ms, zone, Date.now());
  if (troubles === null) return <p class="health">Nobody looks for problems of this machine.</p>;
  if (!isCurrent || troubles.length === 0) {
    const unknown = `The state of the machine is unknown. These figures are of ${time(lastMs)}.`;
    return (
      <p class="health">
        <span class={`dot ${isCurrent ? 'good' : 'warn'}`} aria-hidden="true" />{' '}
        {isCurrent ? 'All is well.' : unknown}
      </p>
    );
  }
  return (
    <ul class="health" aria-label="Problems">
      {troubles.map(({ id, partner, kind, what, effect, advice, page, lastMs: overMs }) => (
        <li key={`${id} ${partner}`}>
          <span class={`dot ${kind === 'over' ? 'quiet' : kind}`} aria-hidden="true" />{' '}
          {troubleSentence(what, partner)}
          {overMs === undefined ? null : (
            <span class="muted">
              {' '}
              {kind === 'over' ? 'It is over: the last one was at' : 'The last one was at'}{' '}
              {minuteWords(overMs, zone, Date.now())}.
            </span>
          )}
          {page === undefined ? null : <a href={`#/${page}`}>Look</a>}
          {kind === 'over' ? null : (
            <p class="muted">
              {effect} {advice} <a href={`/docs/troubles#${id}`}>More</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
