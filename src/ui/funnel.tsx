import type { ComponentChildren } from 'preact';
import { count, share } from './format.ts';

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
