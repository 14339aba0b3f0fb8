import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { aSeller } from '../../../test/notices/a-seller.ts';
import { aWin } from '../../../test/notices/a-win.ts';
import { runs } from '../../../test/properties/runs.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  // What marks a gap, and a macro.
  fc.constantFrom('\u0001click\u0001', 'A ${AUCTION_ID}'),
);
const anyUrl = fc.oneof(fc.webUrl(), anyText, fc.constant('https://shop.example/?i=${AUCTION_ID}'));
const anyNative: fc.Arbitrary<NativeResponse> = fc.record(
  {
    assets: fc.array(
      fc.oneof(
        fc.record({ id: fc.nat(), title: fc.record({ text: anyText }) }),
        fc.record({ id: fc.nat(), img: fc.record({ url: anyUrl, w: fc.nat() }) }),
        fc.record({
          id: fc.nat(),
          title: fc.record({ text: anyText }),
          link: fc.record({ url: anyUrl }),
        }),
      ),
      { maxLength: 4 },
    ),
    link: fc.record({ url: anyUrl }),
    privacy: anyUrl,
    imptrackers: fc.array(anyUrl, { maxLength: 2 }),
  },
  { requiredKeys: ['link'] },
);
const anyOffers = fc.subarray([
  { event: 1, methods: [1] },
  { event: 2, methods: [2] },
  { event: 501, methods: [1] },
]);
const anyForm = fc.record(
  { offers: anyOffers, secure: fc.constantFrom(0 as const, 1 as const) },
  { requiredKeys: [] },
);
const anySeller = fc.constantFrom('https://bid.example', 'http://bid.example/"');

test('the text of an ad that a partner keeps is the one that is made anew for any other, for every sale in any form', () => {
  fc.assert(
    fc.property(
      anyNative,
      fc.array(anyForm, { minLength: 2 }),
      anySeller,
      (native, all, publicUrl) => {
        const sell = aSeller({ publicUrl });
        for (const form of all) {
          const kept = aWin({ native, ...form });
          const { candidate } = kept;
          const creative = { kind: 'markup', adm: '' } as const;
          const anew = {
            ...kept,
            candidate: { ...candidate, bid: { ...candidate.bid, creative } },
          };
          // The same ad again, whose text is prepared by now.
          const { quotedAdm } = sell(kept);
          expect(sell(kept).quotedAdm).toBe(quotedAdm);
          expect(quotedAdm).toBe(sell(anew).quotedAdm);
        }
      },
    ),
    { numRuns: runs(100) },
  );
});
