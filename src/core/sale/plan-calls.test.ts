import { describe, expect, test } from 'bun:test';
import {
  AS_PREBID,
  aSeller,
  isOwn,
  SELLING,
  type SellerOptions,
} from '../../../test/notices/a-seller.ts';
import { aWin, BOTH_BY_IMAGE, type WinParts } from '../../../test/notices/a-win.ts';
import { carriedBy, noticeUrls } from '../../../test/notices/carried-calls.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import { leftOutSentence, NOTICE_URL_LENGTH_MAX } from './plan-calls.ts';

function sold(parts: WinParts, options: SellerOptions = {}, selling = SELLING) {
  const sale = aSeller({ trackers: 'server', ...options })(aWin(parts), selling);
  return { sale, calls: carriedBy(sale), native: withoutOwn(sale.ad), leftOut: sale.leftOut };
}

/** The ad as its partner made it, less the trackers that this server calls. */
function withoutOwn({ ver: _, link, imptrackers, eventtrackers, ...rest }: NativeResponse) {
  const kept = imptrackers?.filter((url) => !isOwn(url));
  const events = eventtrackers?.filter(({ url = '' }) => !isOwn(url));
  return {
    ...rest,
    link,
    imptrackers: kept?.length ? kept : undefined,
    eventtrackers: events?.length ? events : undefined,
  };
}

const T = 'https://t.example';
const longUrl = (length: number, name = 'u') => `${T}/${name}/`.padEnd(length, 'x');

describe('the notices of a bid', () => {
  const bid = { nurl: `${T}/n`, burl: `${T}/b`, lurl: `${T}/l` };

  test('bill on the impression where the sale does, by image and by script', () => {
    for (const methods of [[1], [2]]) {
      const offers = [{ event: 1, methods }];
      const { calls } = sold({ bid, offers }, { billOn: 'impression' });
      expect(calls).toMatchObject({ impression: [`${T}/b`] });
      expect(calls).not.toHaveProperty('bill');
    }
  });

  test('bill on the win where the sale does, before its nurl (ruling 49)', () => {
    const { calls } = sold({ bid, offers: BOTH_BY_IMAGE }, { billOn: 'win' });
    expect(calls).toEqual({ win: [`${T}/b`, `${T}/n`], loss: [`${T}/l`] });
  });

  test.each(['ftp://t.example', 'javascript:x', '//t.example', `${T}/a b`, `${T}\r\n`])(
    'are left out, counted and named where they cannot be called: %j',
    (url) => {
      const { calls, leftOut } = sold({ bid: { nurl: url, burl: `${T}/b` } });
      expect(calls).toEqual({ bill: [`${T}/b`] });
      expect(leftOut).toEqual([{ what: 'nurl', reason: 'not-callable', count: 1 }]);
    },
  );

  test('that do not fit are left out, the billing URL last', () => {
    const long = { nurl: longUrl(2000, 'n'), burl: longUrl(2000, 'b') };
    const { calls, leftOut } = sold({ bid: long, offers: BOTH_BY_IMAGE }, { billOn: 'win' });
    expect(calls).toEqual({ win: [long.burl] });
    expect(leftOut).toEqual([{ what: 'nurl', reason: 'no-room', count: 1 }]);
    expect(leftOut.map(leftOutSentence)).toEqual([
      'its nurl is not called: a notice has room for 20 URLs and 4096 characters in all',
    ]);
    const apart = sold({ bid: long, offers: BOTH_BY_IMAGE }, { billOn: 'burl' });
    expect(apart).toMatchObject({ calls: { win: [long.nurl], bill: [long.burl] }, leftOut: [] });
  });
});

describe('the trackers of an ad', () => {
  const image = (event: number, url = `${T}/${event}`) => ({ event, method: 1, url });
  const script = { event: 1, method: 2, url: `${T}/js` };

  test('are called by this server where it is notified of the event, and otherwise stay', () => {
    const native = {
      imptrackers: [`${T}/old`],
      eventtrackers: [image(1), image(2), image(3), script, { event: 1, method: 1 }],
    };
    const heard = sold({ offers: BOTH_BY_IMAGE, native });
    expect(heard.calls).toEqual({ impression: [`${T}/old`, `${T}/1`], viewable: [`${T}/2`] });
    expect(heard.native.imptrackers).toBeUndefined();
    expect(heard.native.eventtrackers).toEqual([image(3), script, { event: 1, method: 1 }]);

    const byPixel = sold({ native });
    expect(byPixel.calls).toEqual({ impression: [`${T}/old`, `${T}/1`] });
    expect(byPixel.native.eventtrackers).toEqual([...native.eventtrackers.slice(1)]);

    const halfHeard = sold({ offers: [{ event: 2, methods: [1] }], native });
    expect(halfHeard.calls).toEqual({ viewable: [`${T}/2`] });
    expect(halfHeard.native.imptrackers).toEqual([`${T}/old`]);
  });

  test('of clicks stay where this server gets no click, or cannot tell which link was clicked', () => {
    const clicktrackers = [`${T}/c`];
    const app = { link: { url: 'app://open', clicktrackers } };
    expect(sold({ native: app })).toMatchObject({ calls: {}, native: app });
    const several = {
      link: { url: 'https://shop.example', clicktrackers },
      assets: [
        { id: 1, title: { text: 'Tea' }, link: { url: 'https://shop.example/tea' } },
        { id: 2, title: { text: 'An asset without a link' } },
      ],
    };
    const kept = sold({ native: several });
    expect(kept).toMatchObject({ calls: {}, leftOut: [] });
    expect(kept.native.link).toMatchObject({ clicktrackers });
  });

  test('of one event go to the server all or none: too many, too long, or one that cannot be called', () => {
    const many = Array.from({ length: 21 }, (_, i) => `${T}/${i}`);
    const long = [`${T}/short`, longUrl(2000, 'a'), longUrl(2000, 'b')];
    const cases = [
      [many, 'no-room'],
      [long, 'no-room'],
      [[`${T}/a`, 'app://b'], 'not-callable'],
    ] as const;
    for (const [imptrackers, reason] of cases) {
      const native = { imptrackers, eventtrackers: [image(1), image(2)] };
      const bid = { nurl: `${T}/n`, burl: `${T}/b`, lurl: `${T}/l` };
      const kept = sold({ bid, native, offers: BOTH_BY_IMAGE });
      expect(kept.calls).toEqual({
        win: [bid.nurl],
        bill: [bid.burl],
        loss: [bid.lurl],
        viewable: [`${T}/2`],
      });
      expect(kept.native).toMatchObject({ imptrackers, eventtrackers: [image(1)] });
      const count = imptrackers.length + 1;
      expect(kept.leftOut).toEqual([{ what: 'impression-trackers', reason, count }]);
      expect(kept.leftOut.map(leftOutSentence).join()).toStartWith(
        `its trackers of the impression (${count}) stay in the ad: `,
      );
    }
  });
});

describe('the URL of a notice', () => {
  test('has at most 4096 characters, whatever the ids and however much it carries', () => {
    const publicUrl = `https://${'a'.repeat(72)}`;
    const id = '漢'.repeat(300);
    const ids = { impid: id, seat: id, cid: id, crid: id };
    // Around the length that just fits, and one that fits by far.
    for (const length of [2500, ...Array.from({ length: 60 }, (_, i) => 2650 + i)]) {
      const urls = { nurl: longUrl(length), burl: longUrl(length), lurl: longUrl(length) };
      const clicktrackers = [longUrl(length - 400)];
      const parts = {
        bid: { ...ids, ...urls },
        clearingMicros: Number.MAX_SAFE_INTEGER,
        native: {
          imptrackers: [longUrl(length)],
          link: { url: `https://shop.example/${'/'.repeat(100)}`, clicktrackers },
        },
      };
      for (const selling of [SELLING, AS_PREBID]) {
        const { sale, leftOut } = sold(parts, { publicUrl }, selling);
        for (const url of noticeUrls(sale)) {
          expect(url.length).toBeLessThanOrEqual(NOTICE_URL_LENGTH_MAX);
        }
        if (length === 2500) expect(leftOut).toEqual([]);
        if (length === 2709) expect(leftOut).not.toEqual([]);
      }
    }
  });
});
