import { describe, expect, test } from 'bun:test';
import {
  canBeMet,
  createFormats,
  DEFAULT_FORMATS,
  meetsFormat,
  partsNotAskedFor,
} from './formats.ts';
import { KNOWN_FORMATS } from './known-formats.ts';
import type { NativeResponseAsset } from './native-response.ts';

describe('an ad meets a format', () => {
  const [FORMAT] = KNOWN_FORMATS.filter(({ id }) => id === 'native_product_card');
  const ASSETS = [
    { id: 1, title: { len: 60 } },
    { id: 2, img: {} },
    { id: 3, data: { type: 12 } },
    { id: 4, data: { type: 1 } },
  ] as const;
  const AD = [
    { id: 1, title: { text: 'Title' } },
    { id: 2, img: { url: 'https://img.example/p.jpg' } },
    { id: 3, data: { value: 'Buy' } },
    { id: 4, data: { value: 'Brand' } },
  ] as const;

  function meets(...changes: readonly NativeResponseAsset[]): boolean {
    if (FORMAT === undefined) throw new Error('the format is known');
    const assets = AD.map((asset) => changes.find(({ id }) => id === asset.id) ?? asset);
    const ad = { assets, link: { url: 'https://shop.example/' } };
    const request = { assets: ASSETS };
    expect(canBeMet(request, FORMAT)).toBe(true);
    return meetsFormat(ad, request, FORMAT);
  }

  test('but not with a blank title, a blank text or no image (ruling 43)', () => {
    expect(meets()).toBe(true);
    expect(meets({ id: 1, title: { text: ' ' } })).toBe(false);
    expect(meets({ id: 3, data: { value: '' } })).toBe(false);
    expect(meets({ id: 2, title: { text: 'no image' } })).toBe(false);
    expect(meets({ id: 1, title: { text: 'x'.repeat(61) } })).toBe(false);
  });

  test('of which the parts are named that the native request does not ask for', () => {
    if (FORMAT === undefined) throw new Error('the format is known');
    const icon = { assets: [{ id: 1, img: { type: 1 } }] };
    expect(partsNotAskedFor(icon, FORMAT)).toEqual(['title', 'image', 'cta', 'sponsored']);
    expect(partsNotAskedFor({ assets: ASSETS }, FORMAT)).toEqual([]);
  });
});

test('a format of the config is found beside the known ones, however its agent is written', () => {
  const added = {
    agent_url: 'https://Formats.example:443/%7e%c3%a4',
    id: 'own_card',
    description: '',
    requires: ['title'],
  } as const;
  const formats = createFormats([added]);
  const agent_url = 'https://formats.example/~%C3%A4';
  expect(formats.find({ agent_url, id: 'own_card' })).toMatchObject({ id: 'own_card', agent_url });
  expect(formats.find({ agent_url, id: 'native_mention' })).toBeUndefined();
  expect(formats.list).toHaveLength(KNOWN_FORMATS.length + 1);
  expect(DEFAULT_FORMATS.isKnownAgent('https://formats.example/~%C3%A4')).toBe(false);
});
