import type { SupplyDocument } from '../../host/offers.ts';
import { op } from '../../host/op.ts';
import type { Part } from '../../host/part.ts';
import { told } from '../../lib/op.ts';
import { supplyOf } from './supply.ts';

/** A check says itself that it takes long. */
const CHECK_MS_MAX = 20_000;

/** What publishers publish of this exchange. */
export const SUPPLY = {
  name: 'supply',
  ops: [
    op('GET /api/publishers/{publisher}/supply', {
      role: 'read',
      openTo: 'publishers',
      summary: 'The lines that a publisher has to publish, and what the last check has found',
      answer: told<SupplyDocument>(),
      run: ({ host, parts }) => supplyOf(host).read(parts.publisher),
    }),
    op('POST /api/publishers/{publisher}/supply/check', {
      role: 'ads',
      openTo: 'publishers',
      summary: 'Fetches what it publishes, and says what was found',
      answer: told<SupplyDocument>(),
      waitMsMax: CHECK_MS_MAX,
      run: ({ host, parts }) => supplyOf(host).checkNow(parts.publisher),
    }),
  ],
  start(host, closers) {
    const { holds, flagOf, stop } = supplyOf(host);
    closers.defer(stop);
    return { heldPublishers: holds, supplyFlagOf: flagOf };
  },
} as const satisfies Part;
