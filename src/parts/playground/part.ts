import type { Part } from '../../host/part.ts';
import { PLAYGROUND_OPS } from './operations.ts';

export const PLAYGROUND = {
  name: 'playground',
  ops: PLAYGROUND_OPS,
} as const satisfies Part;
