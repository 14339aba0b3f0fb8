import { describe, expect, test } from 'bun:test';
import { KEYS, NOON_MS } from '../../../test/notices/a-sale.ts';
import { aSeller } from '../../../test/notices/a-seller.ts';
import { aWin } from '../../../test/notices/a-win.ts';
import { openClickId } from './click-id.ts';

const CONVERSIONS = { parameter: 'click', windowDays: 5 };

/** The sale of an ad with this link, and where its link leads. */
function landed(link: string, { publicUrl = 'https://bid.example', secure = 1 as const } = {}) {
  const win = aWin({ bid: { conversions: CONVERSIONS }, native: { link: { url: link } }, secure });
  const sold = aSeller({ publicUrl })(win);
  const { url } = sold.ad.link;
  return { ...sold, url, to: new URL(url).searchParams.get('to') ?? url };
}

describe('the landing page', () => {
  test.each([
    ['https://shop.example', 'https://shop.example?click=ID'],
    ['https://shop.example/#top', 'https://shop.example/?click=ID#top'],
    ['https://shop.example/a?b=%23&c', 'https://shop.example/a?b=%23&c&click=ID'],
    ['https://shop.example/a?', 'https://shop.example/a?click=ID'],
    ['https://shop.example/a?b=1&#x?y#z', 'https://shop.example/a?b=1&click=ID#x?y#z'],
    ['https://shop.example/?q=%3F%26#%23', 'https://shop.example/?q=%3F%26&click=ID#%23'],
    ['https://shop.example/ü', 'https://shop.example/%C3%BC?click=ID'],
  ])('%s gets a click id behind its query and before its fragment', (link, expected) => {
    const { to, leftOut, sale } = landed(link);
    const id = new URL(to).searchParams.get('click') ?? '';
    expect(to).toBe(expected.replace('ID', id));
    expect(leftOut).toEqual([]);
    expect(openClickId(id, KEYS, NOON_MS)).toMatchObject({
      click: { auctionId: sale.auctionId, windowDays: 5, isDirect: false },
    });
  });

  test('of an ad whose link does not go through this exchange gets one that says so', () => {
    const { url, leftOut } = landed('https://shop.example/a?b#c', {
      publicUrl: 'http://bid.example',
    });
    const id = new URL(url).searchParams.get('click') ?? '';
    expect(url).toBe(`https://shop.example/a?b&click=${id}#c`);
    expect(leftOut).toEqual([]);
    expect(openClickId(id, KEYS, NOON_MS)).toMatchObject({ click: { isDirect: true } });
  });
});
