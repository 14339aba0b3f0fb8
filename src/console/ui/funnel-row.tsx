import { count, share } from './format.ts';

type FunnelRowProps = {
  readonly name: string;
  readonly reached: number;
  /** How many reached the step before; undefined of the first. */
  readonly before: number | undefined;
  /** The count that fills the track. */
  readonly most: number;
};

/** A step of a funnel: how many reached it, and their share of those that reached the one before. */
export function FunnelRow({ name, reached, before, most }: FunnelRowProps) {
  return (
    <div class="funnel-row">
      <span>{name}</span>{' '}
      <span class="funnel-track">
        {/* Nothing at all is not a little. */}
        {reached === 0 ? null : (
          <span class="funnel-fill" style={{ width: `${(reached / most) * 100}%` }} />
        )}
      </span>
      <span class="number">{count(reached)}</span>{' '}
      <span class="number muted">{before === undefined ? '' : share(reached, before)}</span>
    </div>
  );
}
