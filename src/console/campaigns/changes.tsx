import type { Difference } from '../../lib/differences.ts';

const CHANGES_SHOWN_MAX = 8;

const SHOWN_LENGTH_MAX = 80;

/** Which fields changed, from what to what. */
export function Changes({ changes }: { readonly changes: readonly Difference[] }) {
  return (
    <ul class="muted">
      {changes.slice(0, CHANGES_SHOWN_MAX).map(({ field, from, to }) => (
        <li key={field}>
          {field}: {shown(from)} → {shown(to)}
        </li>
      ))}
      {changes.length > CHANGES_SHOWN_MAX ? (
        <li>and {changes.length - CHANGES_SHOWN_MAX} more</li>
      ) : null}
    </ul>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)} …` : text;
}
