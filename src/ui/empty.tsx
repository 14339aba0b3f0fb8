import type { ComponentChildren } from 'preact';
import { WithTimes } from './zone.tsx';

type TitledProps = { readonly title: string; readonly children: ComponentChildren };

/** Replaces an empty page: says why it is empty, and what to do next. */
export function Empty({ title, children }: TitledProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <div class="muted">{children}</div>
    </div>
  );
}

/** What happened, and what to do about it. */
export function Note({ title, kind, children }: TitledProps & { readonly kind?: 'bad' }) {
  return (
    <div class={kind === undefined ? 'note' : `note ${kind}`}>
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}

type FailureProps = {
  /** Nothing is drawn without one. */
  readonly reason: string | undefined;
  readonly retry?: () => void;
};

export function Failure({ reason, retry }: FailureProps) {
  if (reason === undefined) return null;
  return (
    <div class="failure" role="alert">
      <p>
        <WithTimes text={reason} />
      </p>
      {retry === undefined ? null : (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
