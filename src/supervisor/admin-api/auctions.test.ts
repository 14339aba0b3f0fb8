import { expect, test } from 'bun:test';
import { Refusal } from '../../openrtb/refusal.ts';
import type { Reply } from '../../worker/messages.ts';
import { auctionAnswers } from './auctions.ts';
import type { AdminApiSources } from './sources.ts';

/** Only the pool is used to find a request. */
const answersOf = (replies: readonly Reply[]) =>
  auctionAnswers({ pool: { ask: async () => replies } } as unknown as AdminApiSources);

for (const member of ['auction', 'auctionRequest', 'requestOutcome'] as const) {
  test(`${member}: the worker that remembers the request answers for all`, async () => {
    expect(await answersOf([null, '{"id":"a"}', undefined])[member]('a')).toBe('{"id":"a"}');
  });

  test(`${member}: a request that no worker remembers is unknown`, async () => {
    expect(await answersOf([null, null])[member]('a')).toBeUndefined();
  });

  test(`${member}: a request is not called unknown while a worker gives no answer`, async () => {
    const refusal = await answersOf([null, undefined])[member]('a');
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
}
