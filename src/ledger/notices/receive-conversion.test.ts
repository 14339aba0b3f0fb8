import { describe, expect, test } from 'bun:test';
import { KEYS, NOON_MS, SALE } from '../../../test/notices/a-sale.ts';
import { aMachine } from '../../../test/notices/machine-counts.ts';
import { clickIdOf } from '../../core/sale/click-id.ts';
import { DAY_MS } from '../../lib/day.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { createConversionReceiver } from './receive-conversion.ts';

const FORM = 'application/x-www-form-urlencoded';
const TERMS = { windowDays: 7, isDirect: false };
const ID = clickIdOf(SALE, TERMS, KEYS);
const FOREIGN = clickIdOf({ ...SALE, seat: 'other' }, TERMS, KEYS);
const OLD = clickIdOf({ ...SALE, soldMs: SALE.soldMs - 60 * DAY_MS }, TERMS, KEYS);
const [KEY = ''] = KEYS.ofAdvertiser(SALE.partner, SALE.seat);

/** The same id with a longer window: the fourth byte is in the fifth character and the next. */
const altered = (id: string) => `${id.slice(0, 4)}H${id.slice(5)}`;

type Options = {
  readonly key?: string;
  readonly type?: string;
  readonly method?: string;
  readonly isFull?: boolean;
};

/** What a call is answered with, what is kept of it and how it is counted. */
async function told(body: object | string, options: Options = {}, path = '/n/conversion') {
  const { key = KEY, type = 'application/json', isFull = false } = options;
  const kept: object[] = [];
  const counted: string[] = [];
  const receive = createConversionReceiver({
    keys: KEYS,
    counts: aMachine().counts(),
    nowMs: () => NOON_MS,
    rates: new Map([
      ['EUR', 1.25],
      ['VND', 0.00004],
    ]),
    admit: () => undefined,
    async keep(entry) {
      if (isFull) return refuse.unavailable('the disk is full');
      kept.push(entry);
      return 'kept';
    },
    count: (kind, result) => counted.push(`${kind} ${result}`),
  });
  const isPixel = path.endsWith('.gif');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await receive({
    method: options.method ?? (isPixel ? 'GET' : 'POST'),
    path,
    search: isPixel ? `?${text}` : '',
    headers: new Headers({
      'Content-Type': type,
      ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
    }),
    caller: 'caller',
    readBody: async () => ({ text }),
  });
  const refusal = answer instanceof Refusal ? answer : undefined;
  return { status: answer.status, field: refusal?.details.field, kept, counted };
}

describe('a call about a conversion', () => {
  test('is kept with its clicks, and its value in USD', async () => {
    const order = { click_id: [ID], event: 'lead', value: 8, currency: 'EUR', order_id: 7 };
    expect(await told(order)).toMatchObject({
      status: 204,
      counted: ['conversion kept'],
      kept: [
        {
          kind: 'conversion',
          conversion: {
            atMs: NOON_MS,
            source: 'server',
            partner: 'acme',
            seat: 'seat-7',
            event: 'lead',
            orderId: '7',
            amountMicros: 8_000_000,
            currency: 'EUR',
            valueMicros: 10_000_000,
            clicks: [{ auctionId: SALE.auctionId, windowDays: 7 }],
          },
        },
      ],
    });
  });

  test('may be a form, and leaves out ids that are not ours', async () => {
    const form = `click_id=nonsense,${ID}&value=1.5&currency=usd&event=&order_id=A%201`;
    const { status, kept } = await told(form, { type: FORM });
    expect(status).toBe(204);
    expect(kept).toMatchObject([
      { conversion: { event: 'purchase', orderId: 'A 1', valueMicros: 1_500_000 } },
    ]);
  });

  test.each([
    [{}, 400, 'click_id'],
    [{ click_id: [] }, 400, 'click_id'],
    [{ click_id: null }, 400, 'click_id'],
    [{ click_id: 5 }, 400, 'click_id'],
    [{ click_id: Array.from({ length: 11 }, (_, n) => `id-${n}`) }, 400, 'click_id'],
    [{ click_id: ID, event: 'two words' }, 400, 'event'],
    [{ click_id: ID, event: 'e'.repeat(41) }, 400, 'event'],
    [{ click_id: ID, order_id: 'o'.repeat(101) }, 400, 'order_id'],
    [{ click_id: ID, order_id: 'a\u0000b' }, 400, 'order_id'],
    [{ click_id: ID, order_id: {} }, 400, 'order_id'],
    [{ click_id: ID, order_id: 2 ** 53 }, 400, 'order_id'],
    [{ click_id: ID, order_id: 'jane@example.com' }, 400, 'order_id'],
    [{ click_id: ID, value: '1,50', currency: 'EUR' }, 400, 'value'],
    [{ click_id: ID, value: -1, currency: 'EUR' }, 400, 'value'],
    [{ click_id: ID, value: 1_000_000.01, currency: 'USD' }, 400, 'value'],
    [{ click_id: ID, value: 9_007_199_255, currency: 'VND' }, 400, 'value'],
    [{ click_id: ID, value: 5 }, 400, 'currency'],
    [{ click_id: ID, value: 5, currency: 'XYZ' }, 400, 'currency'],
    [{ click_id: ['', ...Array(11).fill(ID), 7] }, 400, 'click_id'],
    [{ click_id: 'invented' }, 403, 'click_id'],
    [{ click_id: `${ID}A` }, 403, 'click_id'],
    [{ click_id: ID.slice(0, -1) }, 403, 'click_id'],
    [{ click_id: altered(ID) }, 403, 'click_id'],
    [{ click_id: OLD }, 410, 'click_id'],
    [{ click_id: [OLD, 'invented'] }, 410, 'click_id'],
  ])('%j is answered with %d at %s, and nothing is kept', async (body, status, field) => {
    const answer = await told(body);
    expect([answer.status, answer.field, answer.kept]).toEqual([status, field, []]);
  });

  test('counts clicks on ads of the advertiser whose key it has, and of no other', async () => {
    const { status, kept } = await told({ click_id: [FOREIGN, ID] });
    expect(status).toBe(204);
    expect(kept).toMatchObject([
      { conversion: { seat: SALE.seat, clicks: [{ auctionId: SALE.auctionId }] } },
    ]);
    const elsewhere = clickIdOf({ ...SALE, partner: 'other' }, TERMS, KEYS);
    for (const other of [FOREIGN, elsewhere]) {
      const both = `click_id=${ID},${other}`;
      expect(await told(both, { key: '' }, '/n/conversion.gif')).toMatchObject({
        status: 403,
        field: 'click_id',
        kept: [],
      });
    }
  });

  test.each([
    ['without a key', ''],
    ['with an invented key', 'a'.repeat(43)],
    ['with the key of another advertiser', KEYS.ofAdvertiser('acme', 'other')[0]],
    ['with the key of this advertiser at another partner', KEYS.ofAdvertiser('b', 'seat-7')[0]],
  ])('%s is not authorised', async (_, key = '') => {
    expect(await told({ click_id: ID }, { key })).toMatchObject({
      status: 401,
      kept: [],
      counted: ['conversion forged'],
    });
  });

  test('by a pixel needs no key, and is kept as one', async () => {
    const pixel = await told(`click_id=${ID}&order_id=1`, { key: '' }, '/n/conversion.gif');
    expect(pixel).toMatchObject({
      status: 200,
      counted: ['conversion-pixel kept'],
      kept: [{ conversion: { source: 'pixel', orderId: '1' } }],
    });
    expect(await told('click_id=x', { key: '' }, '/n/conversion.gif')).toMatchObject({
      status: 403,
      kept: [],
    });
  });

  test('that cannot be stored is not acknowledged', async () => {
    expect(await told({ click_id: ID }, { isFull: true })).toMatchObject({
      status: 503,
      counted: ['conversion unavailable'],
    });
  });

  test.each([
    ['HEAD', '/n/conversion.gif', 200],
    ['POST', '/n/conversion.gif', 405],
    ['GET', '/n/conversion', 405],
    ['HEAD', '/n/conversion', 405],
  ])('by %s of %s is answered with %d, and nothing is kept', async (method, path, status) => {
    const answer = await told(`click_id=${ID}`, { method, type: FORM }, path);
    expect(answer).toMatchObject({ status, kept: [], counted: [] });
  });

  test.each(['{', '[]', '"x"'])('with the body %s is answered with 400', async (body) => {
    expect(await told(body)).toMatchObject({ status: 400, kept: [] });
  });
});
