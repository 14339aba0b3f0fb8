import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { NoBid } from '../../src/core/openrtb/no-bid.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { answerOf, bidOf, OF_CALLERS, OF_PARTNERS, requestOf } from './containers.ts';
import { type Container, filledAt, TEXTURES } from './fill.ts';
import { createFlow, PARTNERS } from './flow.ts';
import {
  DEALS_OF_OTHERS,
  FULL_REQUEST,
  LARGE_BID,
  LINKED_REQUEST,
  MACROS_IN_LINKS,
  MACROS_IN_TRACKERS,
  MANY_DEAL_BIDS,
} from './full.ts';
import { placesIn } from './schema-places.ts';
import { type Meter, startMeter } from './work-meter.ts';

/** A byte is read a few times on its way in, once by each kind of view and partner, and when the auction is recorded. */
const WORK_PER_BYTE_MAX = 40;

/** Of a request with hardly any bytes. */
const WORK_AT_LEAST = 20_000;

/** Work that grows faster than the bytes shows long before the limit of a body. */
const BYTES_MAX = 128 * 1024;

type Case = {
  readonly request: string;
  /** What every OpenRTB partner answers. */
  readonly answer?: string;
  /** What the product search answers. */
  readonly offers?: string;
  readonly endpoint?: 'strict' | 'repairing';
};

const ONE_BID = JSON.stringify(answerOf(bidOf()));
const SEARCHED = JSON.stringify({ ...requestOf(), site: { keywords: 'shoes' } });
/** Fields that no schema checks are read for distress and for the views of partners, whatever they hold. */
const UNCHECKED = JSON.stringify({
  ...requestOf(),
  regs: { gdpr: 1 },
  user: { eids: Array.from({ length: 5000 }, () => ({ source: 'a', uids: [{ id: 'x' }] })) },
  device: {
    ipv6: '1:'.repeat(9000),
    ua: 'a,'.repeat(9000),
    ext: { x: ['word1 of1,'.repeat(900)] },
  },
  site: {
    ext: { data: Array.from({ length: 9000 }, () => 'word') },
    content: { title: 'hello '.repeat(2000) },
  },
});

const COMPARED: Readonly<Record<string, Case>> = {
  'an ordinary request': { request: SEARCHED, answer: ONE_BID },
  'every list of a request × many bids': { request: FULL_REQUEST, answer: MANY_DEAL_BIDS },
  'every list of a request × a large bid': { request: FULL_REQUEST, answer: LARGE_BID },
  'deals of others × seats': { request: DEALS_OF_OTHERS, answer: ONE_BID },
  'macros in links': { request: LINKED_REQUEST, answer: MACROS_IN_LINKS },
  'macros in trackers': { request: SEARCHED, answer: MACROS_IN_TRACKERS },
  'fields that no schema checks': { request: UNCHECKED, answer: ONE_BID },
};

let meter: Meter;
beforeAll(() => {
  meter = startMeter();
});
afterAll(() => meter.stop());

/** Of requests with the same answer: it takes longer to make than to use. */
const withOneBid = createFlow({ answer: ONE_BID });

/** What came of it, and its work as a part of what its bytes may cost. */
async function costOf({ request, answer = '', offers = '', endpoint = 'strict' }: Case) {
  const flow =
    answer === ONE_BID ? withOneBid : createFlow({ answer, ...(offers === '' ? {} : { offers }) });
  const bytes = request.length + answer.length * (PARTNERS - 2) + offers.length;
  const workMax = WORK_AT_LEAST + bytes * WORK_PER_BYTE_MAX;
  let outcome = 'bid';
  const work = await meter.measure(workMax, async () => {
    const served = await flow.serve(request, endpoint);
    if (served instanceof Refusal) outcome = served.code;
    else if (served instanceof NoBid) outcome = served.reason;
  });
  return { outcome, share: work / workMax };
}

/** The places of a container that cost more than their bytes may, each filled in one of the ways. */
async function dearIn(container: Container, caseOf: (text: string) => Case) {
  const smaller = { ...container, bytesMax: Math.min(container.bytesMax, BYTES_MAX) };
  const dear: string[] = [];
  for (const [index, place] of placesIn(container.schema).entries()) {
    const texture = TEXTURES[index % TEXTURES.length] ?? '';
    const { share } = await costOf(caseOf(filledAt(place, smaller, texture)));
    if (share > 1) dear.push(`${container.prefix}${place.path}`);
  }
  return dear;
}

describe('the work of a request grows with its bytes and no faster (ruling 72):', () => {
  test.each(Object.entries(COMPARED))('%s', async (_, one) => {
    for (const endpoint of ['strict', 'repairing'] as const) {
      const { outcome, share } = await costOf({ ...one, endpoint });
      expect(outcome).toBe('bid');
      expect(share).toBeLessThan(1);
    }
  });

  test.each(OF_CALLERS)('any list or text of a request: $prefix', async (container) => {
    expect(await dearIn(container, (request) => ({ request, answer: ONE_BID }))).toEqual([]);
  });

  test.each(OF_PARTNERS)('any list or text of what partners answer: $prefix', async (container) => {
    const isOffer = container.prefix === 'offer ';
    const caseOf = (text: string): Case => ({
      request: SEARCHED,
      ...(isOffer ? { offers: text } : { answer: text }),
    });
    expect(await dearIn(container, caseOf)).toEqual([]);
  });
});
