import { describe, expect, test } from 'bun:test';
import type { OpenImp, PartnerBid } from '../demand/partner.ts';
import { KNOWN_FORMATS } from '../openrtb/known-formats.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import { checkCreative } from './check-creative.ts';
import { Drop } from './drop.ts';

const [standard, , recommendation] = KNOWN_FORMATS;

const NATIVE = {
  assets: [
    { id: 1, title: { len: 90 } },
    { id: 2, data: { type: 1 } },
    { id: 3, data: { type: 2 } },
  ],
};

const AD: NativeResponse = {
  ver: '1.2',
  link: { url: 'http://shop.example/' },
  assets: [
    { id: 1, title: { text: 'Trail shoes' } },
    { id: 2, data: { value: 'Stridehouse' } },
    { id: 3, data: { value: 'Grippy' } },
  ],
};

const NO_SCHEMES: readonly string[] = [];

function check(native: NativeResponse, change: Partial<OpenImp> = {}, appSchemes = NO_SCHEMES) {
  const imp = { imp: { id: '1' }, native: NATIVE, acceptedFormats: undefined, ...change };
  const bid = { creative: { kind: 'composed', native } };
  return checkCreative(bid as unknown as PartnerBid, imp as unknown as OpenImp, appSchemes);
}

const withLink = (url: string): NativeResponse => ({ ...AD, link: { url } });

describe('an ad is checked again where its verdict may change:', () => {
  test('the impression requires https', () => {
    const imp = (secure: number) => ({ imp: { id: '1', secure } }) as Partial<OpenImp>;
    expect(check(AD, imp(0))).toMatchObject({ native: AD });
    expect(check(AD, imp(1))).toBeInstanceOf(Drop);
    expect(check(AD, imp(0))).toMatchObject({ native: AD });
  });

  test('the publisher has other app schemes', () => {
    const ad = withLink('stride://shoes');
    expect(check(ad, {}, ['stride'])).toMatchObject({ native: ad });
    expect(check(ad, {}, ['other'])).toBeInstanceOf(Drop);
  });

  test('other formats are accepted', () => {
    const accepting = (formats: (typeof KNOWN_FORMATS)[number][]) => ({ acceptedFormats: formats });
    if (standard === undefined || recommendation === undefined) throw new Error('no formats');
    expect(check(AD, accepting([recommendation]))).toMatchObject({ format: recommendation });
    expect(check(AD, accepting([standard]))).toBeInstanceOf(Drop);
    expect(check(AD, accepting([]))).toBeInstanceOf(Drop);
    expect(check(AD, accepting([standard, recommendation]))).toMatchObject({
      format: recommendation,
    });
    expect(check(AD)).toEqual({ native: AD, format: undefined });
  });

  test('the native request is another one', () => {
    if (recommendation === undefined) throw new Error('no formats');
    const acceptedFormats = [recommendation];
    expect(check(AD, { acceptedFormats })).toMatchObject({ format: recommendation });
    const native = { assets: [{ id: 1, title: { len: 90 } }] };
    expect(check(AD, { acceptedFormats, native })).toBeInstanceOf(Drop);
  });
});

test('an ad is not checked again where nothing that its verdict depends on has changed', () => {
  expect(check(AD)).toBe(check(AD));
  // Each publisher has a list of its own.
  expect(check(AD, {}, ['stride'])).toBe(check(AD, {}, ['stride']));
});

/** The reason for which the ad is dropped; undefined where it is not. */
function reasonAgainst(change: Partial<NativeResponse>): string | undefined {
  const verdict = check({ ...AD, ...change });
  return verdict instanceof Drop ? verdict.reason : undefined;
}

test('the VAST tag of a video is read once (ruling 72)', () => {
  let reads = 0;
  const video = {
    get vasttag() {
      reads += 1;
      return '<VAST><Impression>https://a.example/</Impression></VAST>';
    },
  };
  expect(reasonAgainst({ assets: [{ id: 1, video }] })).toBeUndefined();
  expect(reads).toBe(1);
});

describe('an ad that shows nothing is dropped', () => {
  const BLANK = 'the ad fills no title, image, video or data asset';
  const title = (text: string) => ({ id: 1, title: { text } });
  const data = (value: string) => ({ id: 2, data: { value } });
  const img = { id: 3, img: { url: 'https://img.example/a.png' } };
  const video = { id: 4, video: { vasttag: '<VAST/>' } };

  test('where no asset has something to see', () => {
    for (const assets of [[], [title(' ')], [data('\t')], [title(''), data('')]]) {
      expect(reasonAgainst({ assets })).toBe(BLANK);
    }
  });

  test('and not where one asset has', () => {
    for (const asset of [img, video, title('Shoes'), data('Shop')]) {
      expect(reasonAgainst({ assets: [asset] })).toBeUndefined();
      expect(reasonAgainst({ assets: [title(' '), asset] })).toBeUndefined();
    }
  });

  test('and not where the client fetches the assets', () => {
    expect(reasonAgainst({ assets: [], assetsurl: 'https://a.example/' })).toBeUndefined();
    expect(reasonAgainst({ assets: [], dcourl: 'https://a.example/' })).toBeUndefined();
  });
});

test('an ad with a text that is not valid Unicode is dropped, with the asset named', () => {
  const shown = { id: 1, title: { text: 'Shoes' } };
  for (const text of ['\ud800', 'Sh\ufffdes']) {
    for (const bad of [
      { id: 7, title: { text } },
      { id: 7, data: { value: text } },
    ]) {
      const reason = 'the text of asset 7 is not valid Unicode';
      expect(reasonAgainst({ assets: [shown, bad] })).toBe(reason);
    }
  }
});

test('an ad with a URL of another scheme is dropped, with the first hundred characters of the URL', () => {
  const url = `ftp://${'a'.repeat(200)}`;
  const shown = `but the ad has ${JSON.stringify(url.slice(0, 100))}`;
  expect(reasonAgainst({ link: { url } })).toBe(
    `expected links to be http, https or an app scheme of the publisher, ${shown}`,
  );
  expect(reasonAgainst({ assets: [{ id: 1, img: { url } }] })).toBe(
    `expected URLs that a client loads to be http or https, ${shown}`,
  );
});
