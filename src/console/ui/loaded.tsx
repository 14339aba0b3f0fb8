import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { getJson, type Outcome } from '../client.ts';
import { Empty, Failure } from './empty.tsx';

type Resource<T> = {
  readonly outcome: Outcome<T> | undefined;
  readonly reload: () => void;
};

/** Loads a path, and loads it again at an interval while the page is visible. */
export function useResource<T>(path: string, everyMs?: number): Resource<T> {
  const [state, setState] = useState<{ path: string; outcome: Outcome<T> }>();
  const load = useCallback(async () => {
    const outcome = await getJson<T>(path);
    setState({ path, outcome });
  }, [path]);
  useEffect(() => {
    load();
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') load();
    }, everyMs);
    return () => clearInterval(timer);
  }, [load, everyMs]);
  return { outcome: state?.path === path ? state.outcome : undefined, reload: load };
}

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
