import { expect, test } from 'bun:test';
import { Refusal } from '../../openrtb/refusal.ts';
import { auctionAnswers } from './auctions.ts';
import type { AdminApiSources } from './sources.ts';

/** Only the pool is used to find a request. */
const answersOf = (replies: readonly unknown[]) =>
  auctionAnswers({ pool: { ask: async () => replies } } as unknown as AdminApiSources);

for (const member of ['auction', 'auctionRequest', 'requestOutcome'] as const) {
  test(`${member}: a request is not called unknown while a worker gives no answer`, async () => {
    const refusal = await answersOf([null, undefined])[member]('a');
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
}
