import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { variantsOf } from '../conformance/variants.ts';
import { PATIENT_MS } from '../patience.ts';
import { type BidFields, bidOn, nativeAd } from './partners.ts';
import { type Market, NATIVE, startMarket } from './setup.ts';

/**
 * What the publisher asked, what the partner bid, and the loss code that it gets, 0 if it wins, with the reason of the
 * answer. `{"$each": […]}` stands for one auction per value.
 */
type Row = {
  readonly name: string;
  readonly request?: BidFields;
  readonly imp?: BidFields;
  readonly native?: BidFields;
  readonly bid?: BidFields;
  /** What the markup has other than usual. */
  readonly ad?: BidFields;
  readonly response?: BidFields;
  readonly code: number;
  readonly slug?: string;
};

const FOLDER = join(import.meta.dir, 'drops');
const WON = 0;

/** One market for all rows: its only partner bids as the current row says. */
let market: Market;
let row: Row;
/** Of one second only some auctions are remembered, so each is in one of its own. */
let nowMs = Date.now();
beforeAll(async () => {
  market = await startMarket(
    [
      (request) => {
        const ad = row.ad === undefined ? {} : { adm: nativeAd(row.ad) };
        return bidOn(request, { ...ad, ...row.bid }, row.response);
      },
    ],
    {
      nowMs: () => nowMs,
      entry: { seats: ['seat-1', 'other'] },
      config: {
        auction: { timeoutMs: PATIENT_MS, defaultType: 1, rates: { EUR: 1.1 } },
        publishers: [{ id: 'with-apps', appSchemes: ['market'] }],
      },
    },
  );
});
afterAll(() => market.stop());

async function hold({ request, imp, native, code, slug }: Row) {
  nowMs += 2000;
  const id = crypto.randomUUID();
  const text = native === undefined ? NATIVE : JSON.stringify({ ver: '1.2', ...native });
  const imps = [{ id: '1', native: { request: text }, ...imp }];
  const response = await market.ask({ id, ...request, imp: imps });
  const bid = (await market.explain(id)).imps[0]?.bids[0];
  expect(bid?.code).toBe(code);
  expect(response.status).toBe(code === WON ? 200 : 204);
  if (slug !== undefined) expect(response.headers.get('x-nobid-reason')).toBe(slug);
}

for (const file of readdirSync(FOLDER)) {
  const rows: readonly Row[] = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
  describe(file.replace('.json', ''), () => {
    test.each(rows.map((one) => [one.name, one] as const))('%s', async (_, one) => {
      for (const variant of variantsOf(one)) {
        row = variant.case;
        await hold(row);
      }
    });
  });
}
