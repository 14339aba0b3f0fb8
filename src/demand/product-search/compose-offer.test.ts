import { describe, expect, test } from 'bun:test';
import { ad } from '../../../test/product-search.ts';
import type { NativeRequest } from '../../core/openrtb/native-request.ts';
import { composeOffer } from './compose-offer.ts';
import { type Offer, readOffers } from './read-offers.ts';

function offer(change: Readonly<Record<string, unknown>> = {}): Offer {
  const read = readOffers({ status: 200, text: JSON.stringify({ ads: [ad(change)] }) });
  const first = read.kind === 'offers' ? read.offers[0] : undefined;
  if (first === undefined) throw new Error(JSON.stringify(read));
  return first;
}

/** The text that an asset of this data type gets. */
function dataText(type: number, change: Readonly<Record<string, unknown>> = {}, len?: number) {
  const data = len === undefined ? { type } : { type, len };
  const native = composeOffer({ assets: [{ id: 1, data }] }, offer(change));
  const [asset] = native?.assets ?? [];
  return asset !== undefined && 'data' in asset ? asset.data.value : undefined;
}

const REDUCED = { originalPrice: { amount: 1499.5, currency: 'USD' } };

describe('data', () => {
  test('sponsored by the brand, or by the merchant where the brand is unknown or too long', () => {
    expect(dataText(1)).toBe('Fellmark');
    expect(dataText(1, { brand: undefined })).toBe('Stridehouse');
    expect(dataText(1, { brand: ' ' })).toBe('Stridehouse');
    expect(dataText(1, { brand: 'An Extraordinarily Long Brand' }, 25)).toBe('Stridehouse');
    expect(dataText(1, {}, 5)).toBeUndefined();
  });

  test('the price is the original one while there is a sale price', () => {
    expect(dataText(6)).toBe('$119.95');
    expect(dataText(7)).toBeUndefined();
    expect(dataText(6, REDUCED)).toBe('$1,499.50');
    expect(dataText(7, REDUCED)).toBe('$119.95');
  });

  test('prices and the call to action are written as in the language of the offer', () => {
    const euros = { price: { amount: 1119.95, currency: 'EUR' } };
    expect(dataText(6, { ...euros, language: 'de' })).toBe('1.119,95\u00a0€');
    expect(dataText(6, { ...euros, language: 'nl' })).toBe('€\u00a01.119,95');
    expect(dataText(6, { ...euros, language: 'pt' })).toBe('1119,95\u00a0€');
    expect(dataText(6, euros)).toBe('€1,119.95');
    expect(dataText(12, { language: 'de' })).toBe('Jetzt ansehen');
    expect(dataText(12, { language: 'de' }, 8)).toBe('Ansehen');
    expect(dataText(12, { language: 'fr' })).toBe('Voir l’offre');
    expect(dataText(12, { language: 'sv' })).toBe('Shop now');
  });

  test('the longest call to action that fits', () => {
    expect(dataText(12)).toBe('Shop now');
    expect(dataText(12, {}, 8)).toBe('Shop now');
    expect(dataText(12, {}, 7)).toBe('Shop');
    expect(dataText(12, {}, 3)).toBe('Buy');
    expect(dataText(12, {}, 2)).toBeUndefined();
  });
});

describe('the picture', () => {
  const main = (img: object): NativeRequest => ({
    assets: [{ id: 1, required: 1, img: { type: 3, ...img } }],
  });

  test('answers a main image that it is large enough for', () => {
    expect(composeOffer(main({ wmin: 600, hmin: 314 }), offer())?.assets).toEqual([
      { id: 1, img: { type: 3, url: 'https://img.shop.example/p-1.jpg', w: 1200, h: 1200 } },
    ]);
    expect(composeOffer(main({ wmin: 1201 }), offer())).toBeUndefined();
  });

  test('is of no use where its kind is not among those that were asked for', () => {
    const picture = { imageUrl: 'https://img.shop.example/p-1.svg?v=2' };
    expect(composeOffer(main({ mimes: ['image/png'] }), offer(picture))).toBeUndefined();
    expect(composeOffer(main({ mimes: ['image/svg+xml'] }), offer(picture))).toBeDefined();
  });
});
