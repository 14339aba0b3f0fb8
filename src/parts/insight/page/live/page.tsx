import { troubleSentence } from '../../../../lib/text.ts';
import { callsOf } from '../../../../ui/calls.ts';
import { FigureTiles } from '../../../../ui/figures.tsx';
import { ms, percent, usd } from '../../../../ui/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Plot } from '../../../../ui/plot.tsx';
import { type Unit, valueWords } from '../../../../ui/units.ts';
import { minuteWords, useZone } from '../../../../ui/zone.tsx';
import type { Live } from '../../live.ts';
import type { INSIGHT_OPS } from '../../operations.ts';
import { Funnel } from './funnel.tsx';
import { Limits } from './limits.tsx';

const { useAsked } = callsOf<typeof INSIGHT_OPS>();

const REFRESH_MS = 2000;

export function LivePage() {
  return (
    <>
      <header class="page-head">
        <h1>Live</h1>
        <p class="muted">The last 15 minutes, as they happen.</p>
      </header>
      <Loaded resource={useAsked('GET /api/live', {}, REFRESH_MS)}>
        {(live) => (
          <>
            <Troubles troubles={live.troubles} />
            {live.figures.timesMs.length === 0 ? (
              <p class="muted">Waiting for the first second …</p>
            ) : (
              <Figures figures={live.figures} />
            )}
            <Funnel stages={live.funnel} />
            <Limits rows={live.limits} />
          </>
        )}
      </Loaded>
    </>
  );
}

type LiveFigures = Live['figures'];

type LivePlot = {
  readonly title: string;
  readonly unit: Unit;
  readonly lines: readonly (readonly [name: string, color: string, figure: keyof LiveFigures])[];
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

function Figures({ figures }: { readonly figures: LiveFigures }) {
  const last = (figure: keyof LiveFigures) => figures[figure].at(-1) ?? 0;
  const { fillRate, p95Ms } = figures;
  const outcomes = ['bidsPerSec', 'noBidsPerSec', 'refusedPerSec', 'failedPerSec'] as const;
  const requests = outcomes.reduce((sum, name) => sum + last(name), 0);
  return (
    <>
      <FigureTiles
        tiles={[
          { name: 'Requests', figure: valueWords('per-second', requests) },
          { name: 'Fill rate', figure: fillRate.at(-1) == null ? '–' : percent(last('fillRate')) },
          // The last known one: a second without a request has none.
          {
            name: 'Time to answer, p95',
            figure: ms(p95Ms.findLast((one) => one !== null) ?? null),
          },
          { name: 'Spend', figure: `${usd(last('spendUsdPerMinute'))}/min` },
        ]}
      />
      <div class="plots">
        {PLOTS.map(({ title, unit, lines }) => (
          <Plot
            key={title}
            title={title}
            unit={unit}
            timesMs={figures.timesMs}
            stepMs={1000}
            series={lines.map(([name, color, figure]) => {
              return { name, color, values: figures[figure] };
            })}
          />
        ))}
      </div>
    </>
  );
}

/** The health of the machine: one line if all is well, else the problems. */
function Troubles({ troubles }: Pick<Live, 'troubles'>) {
  const zone = useZone();
  if (troubles === null) return <p class="health">Nobody looks for problems of this machine.</p>;
  if (troubles.length === 0) {
    return (
      <p class="health">
        <span class="dot good" aria-hidden="true" /> All is well.
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
