import type { Part } from '../../host/part.ts';
import { startHealth } from './health.ts';

export const HEALTH = {
  name: 'health',
  start(host, closers) {
    const { troubles, stop } = startHealth({ ...host, history: host.metrics.history });
    closers.defer(stop);
    return { troubles };
  },
} as const satisfies Part;
