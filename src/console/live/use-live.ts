import { useEffect, useState } from 'preact/hooks';
import type { LiveEvent, LiveNow, LivePoint } from '../api.ts';

export type Live = LiveNow & {
  readonly state: 'waiting' | 'streaming' | 'cut' | 'closed';
  readonly points: readonly LivePoint[];
};

const SHOWN_MS = 15 * 60 * 1000;

export function withEvent(live: Live, event: LiveEvent): Live {
  const { funnel, troubles } = event;
  if (event.kind === 'history') {
    return { state: 'streaming', points: event.points, funnel, troubles };
  }
  const { point } = event;
  const fromMs = point.atMs - SHOWN_MS;
  const points = live.points.filter(({ atMs }) => atMs > fromMs && atMs < point.atMs);
  return { state: 'streaming', points: [...points, point], funnel, troubles };
}

const NOTHING: Live = { state: 'waiting', points: [], funnel: [], troubles: [] };

/** Subscribes to the live figures. The browser reconnects automatically. */
export function useLive(): Live {
  const [live, setLive] = useState<Live>(NOTHING);
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
