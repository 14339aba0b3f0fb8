import type { ComponentChildren } from 'preact';
import { Empty, Failure } from './empty.tsx';
import type { Resource } from './resource.ts';

type LoadedProps<T> = {
  readonly resource: Resource<T>;
  readonly children: (value: T) => ComponentChildren;
};

/** Draws the loaded resource, its loading state or its error. */
export function Loaded<T>({ resource: { outcome, reload }, children }: LoadedProps<T>) {
  if (outcome === undefined) return <p class="muted">Loading …</p>;
  if (outcome.kind === 'ready') return <>{children(outcome.value)}</>;
  if (outcome.status !== 404) return <Failure reason={outcome.reason} retry={reload} />;
  return (
    <Empty title="Nothing to show">
      <p>{outcome.reason}</p>
    </Empty>
  );
}
