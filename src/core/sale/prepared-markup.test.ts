import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { markup, type NativeResponse } from '../openrtb/native-response.ts';
import { type MarkupForm, markNative, preparedMarkup } from './mark-native.ts';
import type { SaleNotices } from './sale-urls.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 20 });
const anyUrl = fc.oneof(fc.webUrl(), anyText);
const anyNative: fc.Arbitrary<NativeResponse> = fc.record(
  {
    assets: fc.array(
      fc.oneof(
        fc.record({ id: fc.nat(), title: fc.record({ text: anyText }) }),
        fc.record({ id: fc.nat(), img: fc.record({ url: anyUrl, w: fc.nat() }) }),
      ),
      { maxLength: 4 },
    ),
    link: fc.record({ url: anyUrl }),
    privacy: anyUrl,
    imptrackers: fc.array(anyUrl, { maxLength: 2 }),
  },
  { requiredKeys: ['link'] },
);
const anyTracker = fc.record({
  event: fc.constantFrom(1 as const, 2 as const),
  method: fc.constantFrom(1 as const, 2 as const),
  url: anyUrl,
});
const anyNotices = fc
  .record({
    trackers: fc.array(anyTracker, { maxLength: 2 }),
    imptracker: fc.option(anyUrl, { nil: undefined }),
    click: anyUrl,
  })
  .map(({ trackers, imptracker, click }) =>
    noticesWith({ trackers, imptracker, link: () => click }),
  );
const anyForm = fc.record({ ver: fc.constantFrom('1.1', '1.2'), isWrapped: fc.boolean() });

function noticesWith(parts: Pick<SaleNotices, 'trackers' | 'imptracker' | 'link'>): SaleNotices {
  return {
    ...parts,
    sale: undefined as never,
    native: undefined as never,
    leftOut: [],
    responseMicros: 1,
    nurl: '',
    burl: undefined,
    lurl: '',
    clientTrackers: undefined,
  };
}

const madeAnew = (native: NativeResponse, notices: SaleNotices, form: MarkupForm) =>
  JSON.stringify(markup(markNative(native, notices, form.ver), form));

describe('prepared markup', () => {
  test('is the markup that would be made anew, for every sale of an ad in any form', () => {
    const sales = fc.array(fc.record({ notices: anyNotices, form: anyForm }), { minLength: 2 });
    fc.assert(
      fc.property(anyNative, sales, (native, all) => {
        for (const { notices, form } of all) {
          expect(preparedMarkup(native, notices, form)).toBe(madeAnew(native, notices, form));
        }
      }),
      { numRuns: runs(100) },
    );
  });

  const notices = noticesWith({ trackers: [], imptracker: undefined, link: (url) => `${url}#1` });
  const form = { ver: '1.2', isWrapped: false };

  test('is not made of an ad that contains what marks a gap', () => {
    const assets = [{ id: 1, title: { text: 'A \u00010\u0001' } }];
    const native = { assets, link: { url: 'https://shop.example/a' } };
    expect(preparedMarkup(native, notices, form)).toBeUndefined();
  });

  test('is not made where macros are left to fill in', () => {
    const link = { url: 'https://shop.example/a' };
    const assets = [{ id: 1, title: { text: 'A ${AUCTION_ID}' } }];
    expect(preparedMarkup({ assets, link }, notices, form)).toBeUndefined();
    const url = `${link.url}?i=\${AUCTION_ID}`;
    expect(preparedMarkup({ link: { url } }, notices, form)).toBeUndefined();
  });
});
