import { useEffect, useState } from 'preact/hooks';
import type { FunnelStage, LiveEvent, LivePoint } from '../api.ts';

export type Live = {
  readonly state: 'waiting' | 'streaming' | 'cut' | 'closed';
  readonly points: readonly LivePoint[];
  readonly funnel: readonly FunnelStage[];
};

const SHOWN_MS = 15 * 60 * 1000;

export function withEvent(live: Live, event: LiveEvent): Live {
  if (event.kind === 'history') {
    return { state: 'streaming', points: event.points, funnel: event.funnel };
  }
  const fromMs = event.point.atMs - SHOWN_MS;
  const points = [...live.points.filter(({ atMs }) => atMs > fromMs), event.point];
  return { state: 'streaming', points, funnel: event.funnel };
}

/** The figures as they come; the browser connects again by itself when the stream is cut. */
export function useLive(): Live {
  const [live, setLive] = useState<Live>({ state: 'waiting', points: [], funnel: [] });
  useEffect(() => {
    const source = new EventSource('/api/live');
    source.onmessage = ({ data }) =>
      setLive((before) => withEvent(before, JSON.parse(data) as LiveEvent));
    source.onerror = () => {
      const state = source.readyState === EventSource.CLOSED ? 'closed' : 'cut';
      setLive((before) => ({ ...before, state }));
    };
    return () => source.close();
  }, []);
  return live;
}
