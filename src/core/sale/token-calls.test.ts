import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anySale, KEYS, NOON_MS, SALE } from '../../../test/notices/a-sale.ts';
import { runs } from '../../../test/properties/runs.ts';
import { FACT_KINDS, type FactKind } from './fact.ts';
import { createNoticeKeys } from './keys.ts';
import { FORM_BY_WORD, type SignedWord } from './paths.ts';
import { callsOf, carryUrls, openToken, type PartnerUrls, sealSale, tokenOf } from './token.ts';

const FORMS = Object.values(FORM_BY_WORD).filter((form) => form.kind !== 'feedback');
const WORDS: readonly SignedWord[] = [...new Set(FORMS.map(({ signedAs }) => signedAs))];
const kindOf = (word: SignedWord): FactKind =>
  FORMS.find(({ signedAs }) => signedAs === word)?.kind ?? 'win';

const urlsFor = (kinds: readonly FactKind[]): PartnerUrls =>
  Object.fromEntries(kinds.map((kind) => [kind, [`https://t.example/${kind}`]]));

const seal = (urls: PartnerUrls, { sale = SALE, keys = KEYS, index = 0 } = {}) =>
  carryUrls(sealSale(sale, keys, sale.priceMicros, index), urls);

const open = (signedAs: SignedWord, token: string, calls: string | undefined, keys = KEYS) =>
  openToken({ signedAs, token, calls }, keys, NOON_MS);

const KEY_AND_CODE = 13;

describe('a token', () => {
  test('gives back the calls of its kind, whatever the sale and whichever kinds have some', () => {
    const anyKinds = fc.subarray([...FACT_KINDS]);
    fc.assert(
      fc.property(anySale, anyKinds, fc.nat({ max: 9 }), (sale, kinds, index) => {
        const urls = urlsFor(kinds);
        const sealed = seal(urls, { sale, index });
        for (const word of WORDS) {
          const kind = kindOf(word);
          const unopened = { signedAs: word, token: tokenOf(sealed, word) };
          const calls = callsOf(sealed, kind);
          expect(calls === undefined).toBe(!kinds.includes(kind));
          expect(openToken({ ...unopened, calls }, KEYS, sale.soldMs)).toMatchObject({
            kind: 'sale',
            sale,
            calls: urls[kind] ?? [],
          });
        }
      }),
      { numRuns: runs(50) },
    );
  });
});

describe('calls are refused', () => {
  const sealed = seal(urlsFor(['win', 'bill']));
  const token = tokenOf(sealed, 'bill');
  const calls = callsOf(sealed, 'bill');

  test('where they are left out', () => {
    expect(open('bill', token, undefined)).toEqual({ kind: 'other-calls' });
    expect(open('bill', token, '')).toEqual({ kind: 'other-calls' });
  });

  test('where the token has none', () => {
    expect(open('bill', tokenOf(seal({}), 'bill'), calls)).toEqual({ kind: 'other-calls' });
    expect(open('click', tokenOf(sealed, 'click'), calls)).toEqual({ kind: 'other-calls' });
  });

  test('where they are of another kind of the same sale', () => {
    expect(open('bill', token, callsOf(sealed, 'win'))).toEqual({ kind: 'other-calls' });
    expect(open('win', tokenOf(sealed, 'win'), calls)).toEqual({ kind: 'other-calls' });
    expect(open('fixed-bill', tokenOf(sealed, 'fixed-bill'), calls).kind).toBe('sale');
  });

  test('where they are of another sale, of the same auction too', () => {
    const others = [
      { sale: { ...SALE, impId: 'imp-2' } },
      { sale: { ...SALE, auctionId: crypto.randomUUID() } },
      { keys: createNoticeKeys(['another secret of the same length']) },
    ];
    for (const other of others) {
      const foreign = callsOf(seal(urlsFor(['bill']), other), 'bill');
      expect(open('bill', token, foreign)).toEqual({ kind: 'other-calls' });
    }
  });

  test('where the token is altered to say that there are none, or that there are', () => {
    const at = token.length - KEY_AND_CODE;
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const altered = token.slice(0, at) + character + token.slice(at + 1);
      const isSame = altered === token;
      expect(open('bill', altered, undefined).kind).toBe(isSame ? 'other-calls' : 'forged');
      expect(open('bill', altered, calls).kind).toBe(isSame ? 'sale' : 'forged');
    }
  });
});
