import { expect, test } from 'bun:test';
import { KEYS, NOON_MS, SALE } from '../../../test/notices/a-sale.ts';
import { aMachine } from '../../../test/notices/machine-counts.ts';
import {
  createConversionReceiver,
  PIXEL_CALLS_MAX,
} from '../../ledger/notices/receive-conversion.ts';
import { DAY_MS } from '../../lib/day.ts';
import { Refusal } from '../../lib/refusal.ts';
import { clickIdOf } from './click-id.ts';

const TERMS = { windowDays: 7, isDirect: false };
const [KEY = ''] = KEYS.ofAdvertiser(SALE.partner, SALE.seat);
const idOf = (auctionId: string) => clickIdOf({ ...SALE, auctionId }, TERMS, KEYS);
const [ONE, OTHER] = ['1', '2'].map((end) => idOf(`00000000-0000-4000-8000-00000000000${end}`));

test('a click has so many calls of the pixel in a day at all workers of a machine, whatever they say, and the server as many as it wants', async () => {
  let nowMs = NOON_MS;
  let kept = 0;
  let orders = 0;
  const machine = aMachine();
  const aWorker = () =>
    createConversionReceiver({
      keys: KEYS,
      counts: machine.counts(),
      nowMs: () => nowMs,
      rates: new Map(),
      admit: () => undefined,
      async keep() {
        kept++;
        return 'kept';
      },
      count() {},
    });
  const workers = [aWorker(), aWorker()];
  async function statusOf(path: string, ids: readonly (string | undefined)[]): Promise<number> {
    const fields = `click_id=${ids.join(',')}&order_id=${orders++}`;
    const isPixel = path.endsWith('.gif');
    const receive = workers[orders % workers.length] ?? aWorker();
    const answer = await receive({
      method: isPixel ? 'GET' : 'POST',
      path,
      search: `?${fields}`,
      headers: new Headers({
        Authorization: `Bearer ${KEY}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
      caller: 'caller',
      readBody: async () => ({ text: fields }),
    });
    if (answer instanceof Refusal && answer.status === 429) {
      expect(answer.details.reason).toContain('at most 20 calls of the pixel a day for one click');
    }
    return answer.status;
  }
  const pixel = (...ids: readonly (string | undefined)[]) => statusOf('/n/conversion.gif', ids);

  for (let call = 0; call < PIXEL_CALLS_MAX; call++) expect(await pixel(ONE)).toBe(200);
  expect(await pixel(ONE)).toBe(429);
  expect(await pixel(OTHER, ONE)).toBe(429);
  expect(kept).toBe(PIXEL_CALLS_MAX);
  expect(await pixel(OTHER)).toBe(200);
  expect(await statusOf('/n/conversion', [ONE])).toBe(204);
  // Counts last for up to a seventh longer than their time.
  nowMs += (DAY_MS * 8) / 7;
  expect(await pixel(ONE)).toBe(200);
});
