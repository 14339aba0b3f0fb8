import type { Part } from '../../host/part.ts';
import { SUPPLY_OPS } from './operations.ts';

export const SUPPLY = {
  name: 'supply',
  ops: SUPPLY_OPS,
} as const satisfies Part;
