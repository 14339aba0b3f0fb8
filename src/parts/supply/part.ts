import type { Part } from '../../host/part.ts';
import { SUPPLY_OPS } from './operations.ts';
import { supplyOf } from './supply.ts';

export const SUPPLY = {
  name: 'supply',
  ops: SUPPLY_OPS,
  start(host, closers) {
    const { holds, flagOf, stop } = supplyOf(host);
    closers.defer(stop);
    return { heldPublishers: holds, supplyFlagOf: flagOf };
  },
} as const satisfies Part;
