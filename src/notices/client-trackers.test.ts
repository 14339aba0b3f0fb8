import { describe, expect, test } from 'bun:test';
import { AS_PREBID, aSeller, PUBLIC_URL } from '../../test/notices/a-seller.ts';
import { aWin, BOTH_BY_IMAGE } from '../../test/notices/a-win.ts';
import type { BillOn } from './sale-urls.ts';

const seller = (billOn: BillOn = 'burl', publicUrl = PUBLIC_URL) => aSeller({ billOn, publicUrl });

describe('for a client that fires trackers alone', () => {
  test('win and bill are images in the extension and read no price, like nurl and burl (ruling 70)', () => {
    const { nurl, burl, clientTrackers } = seller()(aWin({ offers: BOTH_BY_IMAGE }), AS_PREBID);
    expect(nurl).toMatch(/^https:\/\/bid\.example\/n\/fixed-win\/[\w-]+$/);
    expect(burl).toMatch(/^https:\/\/bid\.example\/n\/fixed-bill\/[\w-]+$/);
    expect(clientTrackers).toEqual([
      { event: 500, method: 1, url: nurl },
      { event: 1, method: 1, url: burl ?? '' },
    ]);
  });

  test('there is no URL for a loss, which a visitor could report beside the bill (ruling 70)', () => {
    for (const billOn of ['burl', 'impression', 'win'] as const) {
      expect(seller(billOn)(aWin({ offers: BOTH_BY_IMAGE }), AS_PREBID).lurl).toBeUndefined();
    }
    expect(
      seller('burl', 'http://bid.example')(aWin({ secure: 1 }), AS_PREBID).lurl,
    ).toBeUndefined();
  });

  test('a page that takes https only gets nothing of ours over http', () => {
    const notices = seller('burl', 'http://bid.example')(aWin({ secure: 1 }), AS_PREBID);
    expect(notices.clientTrackers).toBeUndefined();
  });
});
