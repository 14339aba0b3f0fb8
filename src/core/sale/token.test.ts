import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anySale, KEYS, NOON_MS, SALE, SECRET } from '../../../test/notices/a-sale.ts';
import { runs } from '../../../test/properties/runs.ts';
import { createNoticeKeys } from './keys.ts';
import { FORM_BY_WORD, type SignedWord } from './paths.ts';
import { CLICK_LIFE_MS, NOTICE_LIFE_MS, openToken, sealSale, textCode, tokenOf } from './token.ts';

const WORDS: readonly SignedWord[] = [
  ...new Set(Object.values(FORM_BY_WORD).map(({ signedAs }) => signedAs)),
];

const signed = (kind: SignedWord, sale = SALE, keys = KEYS) => tokenOf(sealSale(sale, keys), kind);
const open = (signedAs: SignedWord, token: string, nowMs = NOON_MS, keys = KEYS) =>
  openToken({ signedAs, token }, keys, nowMs);

const CODE_LENGTH = 12;

describe('a token', () => {
  test('gives back the price of the response, where its currency is another', () => {
    const price = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(anySale, price, (sale, responseMicros) => {
        const token = tokenOf(sealSale(sale, KEYS, responseMicros), 'win');
        expect(open('win', token, sale.soldMs)).toEqual({
          kind: 'sale',
          calls: [],
          sale,
          responseMicros,
        });
      }),
    );
  });

  test.each([2 ** 53, 1.5, -1, Number.POSITIVE_INFINITY, Number.NaN])(
    'is not made for a price of %p micros',
    (priceMicros) => {
      expect(() => signed('win', { ...SALE, priceMicros })).toThrow('a whole number of micros');
    },
  );
});

describe('what is forged', () => {
  test('is every token with a character altered, even to one that decodes to the same bytes', () => {
    const token = signed('bill');
    for (let at = 0; at < token.length; at++) {
      for (let bit = 0; bit < 16; bit++) {
        const other = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit));
        const forged = token.slice(0, at) + other + token.slice(at + 1);
        expect(open('bill', forged)).toEqual({ kind: 'forged' });
      }
    }
  });

  test('is a token of another kind', () => {
    for (const made of WORDS) {
      for (const used of WORDS) {
        expect(open(used, signed(made)).kind).toBe(made === used ? 'sale' : 'forged');
      }
    }
  });

  test('is a token of a foreign key, under every tag', () => {
    for (let i = 0; i < 300; i++) {
      const foreign = createNoticeKeys([`a-foreign-secret-of-some-length-${i}`]);
      expect(open('win', signed('win', SALE, foreign))).toEqual({ kind: 'forged' });
    }
  });

  test('is a token that is cut, extended or made up, whatever it is; nothing throws', () => {
    const token = signed('win');
    for (let length = 0; length < token.length; length++) {
      expect(open('win', token.slice(0, length)).kind).toBe('forged');
    }
    expect(open('win', `${token}A`).kind).toBe('forged');
    expect(open('win', `${token}=`).kind).toBe('forged');
    const bytes = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), bytes, (text, random) => {
        expect(open('win', text).kind).toBe('forged');
        expect(open('win', Buffer.from(random).toString('base64url')).kind).toBe('forged');
        for (const version of [1, 2]) {
          const versioned = Buffer.concat([Buffer.from([version]), random]).toString('base64url');
          expect(open('win', versioned).kind).toBe('forged');
        }
      }),
      { numRuns: runs(50) },
    );
  });

  test('is a sale more than five minutes in the future', () => {
    expect(open('win', signed('win'), NOON_MS - 5 * 60_000).kind).toBe('sale');
    expect(open('win', signed('win'), NOON_MS - 5 * 60_000 - 1).kind).toBe('forged');
  });
});

describe('a token expires', () => {
  for (const kind of WORDS) {
    test(`${kind}: to the millisecond`, () => {
      const isLong = kind === 'click' || kind === 'feedback';
      const lifeMs = isLong ? CLICK_LIFE_MS : NOTICE_LIFE_MS;
      const token = signed(kind);
      expect(open(kind, token, NOON_MS + lifeMs - 1).kind).toBe('sale');
      expect(open(kind, token, NOON_MS + lifeMs).kind).toBe('expired');
    });
  }
});

describe('keys are rotated', () => {
  const OLD = SECRET;
  const NEW = 'a-new-secret-of-thirty-two-letters';

  test('by putting a new one in front: what the old one signed still counts', () => {
    const both = createNoticeKeys([NEW, OLD]);
    expect(open('win', signed('win'), NOON_MS, both).kind).toBe('sale');
    expect(open('win', signed('win', SALE, both), NOON_MS, both).kind).toBe('sale');
    const onlyNew = createNoticeKeys([NEW]);
    expect(open('win', signed('win', SALE, both), NOON_MS, onlyNew).kind).toBe('sale');
    expect(open('win', signed('win'), NOON_MS, onlyNew).kind).toBe('forged');
  });
});

describe('the code of a link', () => {
  const destination = 'https://shop.example/a?b=c';
  const sealed = sealSale(SALE, KEYS);
  const token = tokenOf(sealed, 'click');
  const code = textCode(sealed, token, destination);
  const openLink = (link: { readonly destination: string; readonly code: string }) => {
    const signedText = { text: link.destination, code: link.code };
    return openToken({ signedAs: 'click', token, signedText }, KEYS, NOON_MS).kind;
  };

  test('holds for its destination alone', () => {
    expect(openLink({ destination, code })).toBe('sale');
    expect(openLink({ destination: 'https://evil.example', code })).toBe('forged');
    expect(openLink({ destination: '', code })).toBe('forged');
    expect(openLink({ destination, code: '' })).toBe('forged');
    expect(openLink({ destination, code: `${code}A` })).toBe('forged');
  });

  test('holds for its sale alone, and is no code of a token', () => {
    const other = sealSale({ ...SALE, impId: 'imp-2' }, KEYS);
    const foreign = textCode(other, tokenOf(other, 'click'), destination);
    expect(openLink({ destination, code: foreign })).toBe('forged');
    expect(openLink({ destination, code: token.slice(-CODE_LENGTH) })).toBe('forged');
  });
});
