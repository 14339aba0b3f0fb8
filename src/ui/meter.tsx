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
