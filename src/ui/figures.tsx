import type { ComponentChildren } from 'preact';
import { count, share } from './format.ts';

type FigureTilesProps = {
  readonly tiles: readonly {
    readonly name: string;
    readonly figure: string;
    readonly title?: string;
    /** What is said of the figure. */
    readonly note?: string | undefined;
  }[];
};

/** The figures that matter most. */
export function FigureTiles({ tiles }: FigureTilesProps) {
  return (
    <dl class="tiles">
      {tiles.map(({ name, figure, title, note }) => (
        <div class="tile" key={name} title={title}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
          {note === undefined ? null : <dd class="tile-note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** Draws a share as a bar. `due` marks the share that pacing allows by now. */
export function Meter(props: {
  readonly label: string;
  readonly share: number;
  readonly due?: number | null;
  readonly kind?: 'good' | 'warn' | 'bad';
}) {
  const percent = (share: number) => `${Math.min(100, Math.max(0, share * 100))}%`;
  const { label, share, due = null, kind = 'good' } = props;
  return (
    <span class="meter" role="img" aria-label={label}>
      {share === 0 ? null : <span class={`meter-fill ${kind}`} style={{ width: percent(share) }} />}
      {due === null ? null : <span class="meter-due" style={{ left: percent(due) }} />}
    </span>
  );
}

type BarsProps = {
  readonly title: string;
  /** The largest first. */
  readonly bars: readonly { readonly name: string; readonly value: number }[];
  readonly words: (value: number) => string;
};

/** Figures side by side. */
export function Bars({ title, bars, words }: BarsProps) {
  const most = bars[0]?.value ?? 1;
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      <ul class="bars">
        {bars.map(({ name, value }) => (
          <li key={name}>
            <span class="bar-name">{name}</span>
            <span>
              <span class="bar-fill" style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <span class="number">{words(value)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type FunnelStep = {
  readonly name: string;
  readonly reached: number;
  /** About those that did not get so far. */
  readonly lost: ComponentChildren;
};

/** How many reached each step, and their share of those that reached the one before. */
export function FunnelSteps({ steps }: { readonly steps: readonly FunnelStep[] }) {
  const most = Math.max(...steps.map(({ reached }) => reached), 1);
  return (
    <ol class="funnel">
      {steps.map(({ name, reached, lost }, index) => (
        <li key={name}>
          <div class="funnel-row">
            <span>{name}</span>{' '}
            <span class="funnel-track">
              {/* Nothing at all is not a little. */}
              {reached === 0 ? null : (
                <span class="funnel-fill" style={{ width: `${(reached / most) * 100}%` }} />
              )}
            </span>
            <span class="number">{count(reached)}</span>{' '}
            <span class="number muted">
              {index === 0 ? '' : share(reached, steps[index - 1]?.reached ?? 0)}
            </span>
          </div>
          {lost}
        </li>
      ))}
    </ol>
  );
}
