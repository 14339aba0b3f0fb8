import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { locateNowhere, validate } from '../../src/core/openrtb/validate.ts';
import { untouched, validateRepairing } from '../../src/core/repairs/repair-request.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { fillerPartner } from '../campaigns/filler-file.ts';
import { runs } from '../properties/runs.ts';
import { validRequest } from '../properties/valid-request.ts';
import { startTestServer } from '../server.ts';

const server = await startTestServer({
  partners: [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }, fillerPartner()],
});
afterAll(() => server.stop(0));

/** What an auction decided: everything but what is made anew for every answer. */
async function auctionAt(path: string, body: string) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
  const reason = response.headers.get('x-nobid-reason');
  if (response.status !== 200) return { status: response.status, reason };
  const { id, cur, seatbid, ext } = (await response.json()) as BidResponse;
  const bids = seatbid.flatMap(({ seat, bid }) =>
    bid.map(({ impid, price, crid, cid }) => ({ seat, impid, price, crid, cid })),
  );
  return { status: 200, id, cur, bids, test: ext?.service?.test };
}

test('a request that the strict endpoint accepts is read in the same way at the other', () => {
  fc.assert(
    fc.property(validRequest, (request) => {
      const strict = validate(request, locateNowhere);
      if (strict instanceof Refusal) throw new Error(strict.details.reason);
      expect(validateRepairing(request, locateNowhere)).toEqual(untouched(strict));
    }),
    { numRuns: runs(100) },
  );
});

test('and has the same auction', async () => {
  await fc.assert(
    fc.asyncProperty(validRequest, async (request) => {
      const body = JSON.stringify(request);
      const strict = await auctionAt('/openrtb2', body);
      expect(strict.status).toBeLessThan(300);
      expect(await auctionAt('/openrtb2/auction', body)).toEqual(strict);
    }),
    { numRuns: runs(25) },
  );
});
