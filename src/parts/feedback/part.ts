import type { Part } from '../../host/part.ts';
import { FEEDBACK_OPS } from './operations.ts';

export const FEEDBACK = {
  name: 'feedback',
  ops: FEEDBACK_OPS,
} as const satisfies Part;
