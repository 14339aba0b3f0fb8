import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Empty, Failure } from './empty.tsx';
import { getJson, type Outcome } from './shell/client.ts';
import { Time } from './zone.tsx';

type Resource<T> = {
  /** The last answer: what was loaded before is kept where loading it again fails. */
  readonly outcome: Outcome<T> | undefined;
  /** Why the last attempt failed, where an earlier answer is shown. */
  readonly stale?: Stale | undefined;
  readonly reload: () => Promise<void>;
};

type Stale = { readonly reason: string; readonly sinceMs: number };

type Loading<T> = {
  readonly path: string;
  readonly outcome: Outcome<T>;
  readonly atMs: number;
  readonly stale?: Stale;
};

/** 404 says that it is gone. Any other failure says nothing of it, so what was known of it stays. */
function after<T>(before: Loading<T> | undefined, next: Loading<T>): Loading<T> {
  const { outcome, path } = next;
  if (outcome.kind === 'ready' || outcome.status === 404) return next;
  if (before?.path !== path || before.outcome.kind !== 'ready') return next;
  return { ...before, stale: { reason: outcome.reason, sinceMs: before.atMs } };
}

/** Loads a path, and loads it again at an interval while the page is visible. */
export function useResource<T>(path: string, everyMs?: number): Resource<T> {
  const [state, setState] = useState<Loading<T>>();
  const load = useCallback(async () => {
    const outcome = await getJson<T>(path);
    setState((before) => after(before, { path, outcome, atMs: Date.now() }));
  }, [path]);
  useEffect(() => {
    load();
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') load();
    }, everyMs);
    return () => clearInterval(timer);
  }, [load, everyMs]);
  const shown = state?.path === path ? state : undefined;
  return { outcome: shown?.outcome, stale: shown?.stale, reload: load };
}

type LoadedProps<T> = {
  readonly resource: Resource<T>;
  /** The heading of the page where there is no such thing, if nothing else has one. */
  readonly name?: string;
  readonly children: (value: T) => ComponentChildren;
};

/** Draws the loaded resource, its loading state or its error. */
export function Loaded<T>({ resource, name, children }: LoadedProps<T>) {
  const { outcome, stale, reload } = resource;
  if (outcome === undefined) return <p class="muted">Loading …</p>;
  if (outcome.kind === 'ready') {
    return (
      <>
        {stale === undefined ? null : <StaleNote stale={stale} retry={reload} />}
        {children(outcome.value)}
      </>
    );
  }
  return (
    <>
      {name === undefined ? null : <h1>{name}</h1>}
      {outcome.status === 404 ? (
        <Empty title="Nothing to show">
          <p>{outcome.reason}</p>
        </Empty>
      ) : (
        <Failure reason={outcome.reason} retry={reload} />
      )}
    </>
  );
}

function StaleNote({ stale, retry }: { readonly stale: Stale; readonly retry: () => void }) {
  return (
    <div class="note bad stale" role="status">
      <p>
        This is from <Time iso={new Date(stale.sinceMs).toISOString()} />, and could not be loaded
        again. {stale.reason}
      </p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
