import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anySale, KEYS, NOON_MS, SALE, SECRET } from '../../../test/notices/a-sale.ts';
import { DAY_MS } from '../../lib/day.ts';
import { clickIdOf, openClickId } from './click-id.ts';
import { createNoticeKeys } from './keys.ts';
import { openToken, sealSale, tokenOf } from './token.ts';

const TERMS = { windowDays: 7, isDirect: false };
const ID = clickIdOf(SALE, TERMS, KEYS);

describe('a click id', () => {
  test('names any sale and its advertiser, and nothing else', () => {
    fc.assert(
      fc.property(
        anySale,
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        (sale, days, isDirect) => {
          const id = clickIdOf(sale, { windowDays: days, isDirect }, KEYS);
          const { auctionId, impId, soldMs, partner, seat } = sale;
          expect(openClickId(id, KEYS, sale.soldMs)).toEqual({
            click: { auctionId, impId, soldMs, windowDays: days, isDirect },
            partner,
            seat,
          });
        },
      ),
    );
    const text = Buffer.from(ID, 'base64url').toString('latin1');
    for (const secret of [SALE.dimensions.publisher, SALE.campaign, SALE.creative]) {
      expect(text).not.toContain(secret);
    }
  });

  test('with one other character is forged', () => {
    for (let at = 0; at < ID.length; at++) {
      const other = ID[at] === 'A' ? 'B' : 'A';
      expect(openClickId(ID.slice(0, at) + other + ID.slice(at + 1), KEYS, NOON_MS)).toBe('forged');
    }
  });

  test('of another secret is forged, and one of a secret that is listed second is not', () => {
    const other = createNoticeKeys(['another-secret-of-32-characters-']);
    const both = createNoticeKeys(['another-secret-of-32-characters-', SECRET]);
    expect(openClickId(ID, other, NOON_MS)).toBe('forged');
    expect(openClickId(ID, both, NOON_MS)).toMatchObject({ seat: SALE.seat });
  });

  test('is no notice, and no notice is a click id', () => {
    const sealed = sealSale(SALE, KEYS);
    for (const word of ['win', 'bill', 'impression', 'click', 'fixed-bill'] as const) {
      expect(openToken({ signedAs: word, token: ID }, KEYS, NOON_MS)).toEqual({ kind: 'forged' });
      expect(openClickId(tokenOf(sealed, word), KEYS, NOON_MS)).toBe('forged');
    }
  });

  test('lives for thirty days and its window', () => {
    const endMs = SALE.soldMs + 37 * DAY_MS;
    expect(openClickId(ID, KEYS, endMs - 1)).toMatchObject({ partner: 'acme' });
    expect(openClickId(ID, KEYS, endMs)).toBe('expired');
    expect(openClickId(ID, KEYS, SALE.soldMs - DAY_MS)).toBe('forged');
  });
});
