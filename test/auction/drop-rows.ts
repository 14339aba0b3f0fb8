import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { PATIENT_MS } from '../patience.ts';
import { type BidFields, bidOn } from './partners.ts';
import { type Market, NATIVE, startMarket } from './setup.ts';

/** Each row: what the publisher asked, what the partner bid, and the loss code it gets with its slug. */
export type Row = {
  readonly name: string;
  readonly request?: BidFields;
  readonly imp?: BidFields;
  readonly native?: BidFields;
  readonly bid?: BidFields;
  readonly response?: BidFields;
  readonly code: number;
  readonly slug?: string;
};

export const WON = 0;

/** One market for all rows: its only partner bids as the current row says. */
export function describeDrops(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    let market: Market;
    let row: Row;
    beforeAll(async () => {
      market = await startMarket([(request) => bidOn(request, row.bid, row.response)], {
        entry: { seats: ['seat-1', 'other'] },
        config: {
          auction: { timeoutMs: PATIENT_MS, defaultType: 1, rates: { EUR: 1.1 } },
          publishers: [{ id: 'with-apps', appSchemes: ['market'] }],
        },
      });
    });
    afterAll(() => market.stop());

    for (const current of rows) {
      test(current.name, async () => {
        row = current;
        const id = crypto.randomUUID();
        const native =
          current.native === undefined ? NATIVE : JSON.stringify({ ver: '1.2', ...current.native });
        const imp = { id: '1', native: { request: native }, ...current.imp };
        const response = await market.ask({ id, ...current.request, imp: [imp] });
        const explained = await market.explain(id);
        const bid = explained.imps[0]?.bids[0];
        expect(bid?.code).toBe(current.code);
        expect(response.status).toBe(current.code === WON ? 200 : 204);
        if (current.slug !== undefined)
          expect(response.headers.get('x-nobid-reason')).toBe(current.slug);
      });
    }
  });
}
