import type { ComponentChildren } from 'preact';

/** Replaces an empty page: says why it is empty, and what to do next. */
export function Empty(props: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{props.title}</h2>
      <div class="empty-text">{props.children}</div>
    </div>
  );
}

export function Failure({
  reason,
  retry,
}: {
  readonly reason: string;
  readonly retry?: () => void;
}) {
  return (
    <div class="failure" role="alert">
      <p>{reason}</p>
      {retry === undefined ? null : (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
