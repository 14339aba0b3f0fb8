import type { Difference } from '../../lib/differences.ts';

type ChangesProps = {
  readonly changes: readonly Difference[];
  /** How much of them is shown. undefined: all, as somebody needs who is to approve them. */
  readonly most?: { readonly changes: number; readonly characters: number };
};

/** Which fields changed, from what to what. */
export function Changes({ changes, most }: ChangesProps) {
  const shown = changes.slice(0, most?.changes);
  const words = (value: unknown) => wordsOf(value, most?.characters);
  return (
    <ul class="muted">
      {shown.map(({ field, from, to }) => (
        <li key={field}>
          {field}: {words(from)} → {words(to)}
        </li>
      ))}
      {changes.length > shown.length ? <li>and {changes.length - shown.length} more</li> : null}
    </ul>
  );
}

function wordsOf(value: unknown, lengthMax = Number.POSITIVE_INFINITY): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > lengthMax ? `${text.slice(0, lengthMax)} …` : text;
}
