import { describe, expect, test } from 'bun:test';
import { KNOWN_FORMATS } from '../openrtb/known-formats.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import { checkCreative } from './check-creative.ts';
import { Drop } from './drop.ts';
import type { OpenImp, PartnerBid } from './partner.ts';

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
