import type { Part } from '../../host/part.ts';
import { PORTAL_OPS } from './operations.ts';

export const PORTAL = {
  name: 'portal',
  ops: PORTAL_OPS,
} as const satisfies Part;
