import { expect, test } from 'bun:test';
import { requestOf } from '../../../test/campaigns/test-support.ts';
import { createChance } from '../../../test/chance.ts';
import { SAMPLES_PER_DAY } from './request-samples.ts';
import {
  createRequestSamples,
  type IdentifiedAuction,
  SAMPLES_SAVED_MAX,
} from './sample-requests.ts';

const START_MS = Date.UTC(2026, 10, 3, 9, 30, 17);
const DAY_MS = 86_400_000;

function auctionOf(fields: object = {}, inventory: object = {}): IdentifiedAuction {
  const request = requestOf(fields);
  const open = request.imps.map((imp) => {
    return { ...imp, floorMicros: 0, acceptedFormats: undefined };
  });
  return {
    requestId: `request-of-${request.wire.id}`,
    ids: { request: new Map() },
    request,
    inventory: {
      open,
      closed: [],
      sensitive: undefined,
      isSpecial: undefined,
      currency: { code: 'USD', usdPerUnit: 1 },
      warnings: [],
      ...inventory,
    },
    solicitations: [],
    asked: [],
    wins: [],
    losses: [],
  };
}

const NO_RATES = new Map<string, number>();

function newSamples(workers = 1) {
  let nowMs = START_MS;
  const samples = createRequestSamples({ nowMs: () => nowMs, chance: createChance(7), workers });
  const consider = (auction: IdentifiedAuction) => samples.consider(auction, NO_RATES);
  return { ...samples, consider, pass: (ms: number) => (nowMs += ms) };
}

const ofTopic = (name: string) => auctionOf({ site: { keywords: name } });

test('a machine keeps no more in a day than it may, however many requests and workers it has', () => {
  const workers = 4;
  const { consider, flush, pass } = newSamples(workers);
  let first = 0;
  for (let time = 0; time < 2000; time++) {
    for (let n = 0; n < 50; n++) consider(ofTopic('shoes'));
    pass(1000);
    first += flush().length;
  }
  expect(first).toBeLessThan(SAMPLES_SAVED_MAX / workers + SAMPLES_PER_DAY);
  // What was saved up is used up by now.
  let later = 0;
  for (let time = 0; time < 1440; time++) {
    for (let n = 0; n < 20; n++) consider(ofTopic('shoes'));
    pass(DAY_MS / 1440);
    later += flush().length;
  }
  expect(later).toBeLessThanOrEqual(SAMPLES_PER_DAY / workers + 1);
  expect(later).toBeGreaterThan((0.5 * SAMPLES_PER_DAY) / workers);
});

test('conversations that word lists speak of, test mode and requests with nothing for sale are not kept', () => {
  const { consider, flush } = newSamples();
  const match = { class: 'crisis', topic: 'x', phrase: 'x' };
  consider(auctionOf({}, { sensitive: match }));
  consider(auctionOf({}, { isSpecial: () => true }));
  consider(auctionOf({ test: 1 }));
  consider(auctionOf({}, { open: [] }));
  expect(flush()).toEqual([]);
  consider(auctionOf());
  expect(flush()).toHaveLength(1);
});
