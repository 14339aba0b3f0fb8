import type { Part } from '../../host/part.ts';
import { startLive } from './live.ts';
import { INSIGHT_OPS } from './operations.ts';

export const INSIGHT = {
  name: 'insight',
  ops: INSIGHT_OPS,
  upkeep: [startLive],
} as const satisfies Part;
