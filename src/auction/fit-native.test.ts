import { describe, expect, test } from 'bun:test';
import type { NativeRequest } from '../openrtb/native-request.ts';
import type { NativeResponse, NativeResponseAsset } from '../openrtb/native-response.ts';
import { Drop } from './drop.ts';
import { fitNative } from './fit-native.ts';

const LINK = { url: 'https://shop.example' };
const TITLE = { id: 1, required: 1, title: { len: 10 } } as const;
const A_TITLE = { id: 1, title: { text: 'Short' } };

/** The ad as it is sold, or the sentence that says why it is dropped. */
function fit(request: Partial<NativeRequest>, answer: Partial<NativeResponse>) {
  const fitted = fitNative(
    { assets: [TITLE], ...request } as NativeRequest,
    { link: LINK, assets: [A_TITLE], ...answer } as NativeResponse,
  );
  return fitted instanceof Drop ? fitted.reason : fitted;
}

/** The same for one asset beside the title. */
function fitAsset(asked: object, answer: Omit<NativeResponseAsset, 'id'>) {
  const second = { id: 2, ...asked } as NativeRequest['assets'][number];
  const fitted = fit({ assets: [TITLE, second] }, { assets: [A_TITLE, { id: 2, ...answer }] });
  return typeof fitted === 'string' ? fitted : fitted.assets?.[1];
}

describe('what the publisher does not support is taken out of the ad', () => {
  const EXTRAS = { assetsurl: 'https://a.example', dcourl: 'https://d.example' };

  test('URLs of assets, which are kept only where the request supports them', () => {
    expect(fit({}, EXTRAS)).toEqual({ link: LINK, assets: [A_TITLE] });
    expect(fit({ aurlsupport: 1 }, EXTRAS)).not.toHaveProperty('dcourl');
    expect(fit({ aurlsupport: 1 }, EXTRAS)).toHaveProperty('assetsurl', EXTRAS.assetsurl);
    expect(fit({ durlsupport: 1 }, EXTRAS)).not.toHaveProperty('assetsurl');
    expect(fit({ durlsupport: 1 }, EXTRAS)).toHaveProperty('dcourl', EXTRAS.dcourl);
  });

  test('an ad whose assets the client fetches needs none inside', () => {
    expect(fit({ aurlsupport: 1 }, { ...EXTRAS, assets: [] })).toHaveProperty('assetsurl');
    expect(fit({ durlsupport: 1 }, { ...EXTRAS, assets: [] })).toHaveProperty('dcourl');
    expect(fit({}, { ...EXTRAS, assets: [] })).toBe('required asset 1 is missing');
  });

  test('the URL of a privacy notice', () => {
    const privacy = 'https://p.example';
    expect(fit({}, { privacy })).not.toHaveProperty('privacy');
    expect(fit({ privacy: 1 }, { privacy })).toHaveProperty('privacy', privacy);
  });

  test('a script tracker, where event trackers are offered without one', () => {
    const jstracker = '<script></script>';
    const offering = (...methods: (1 | 2)[]) => ({
      eventtrackers: [{ event: 1 as const, methods }],
    });
    expect(fit({}, { jstracker })).toHaveProperty('jstracker');
    expect(fit({ eventtrackers: [] }, { jstracker })).toHaveProperty('jstracker');
    expect(fit(offering(2), { jstracker })).toHaveProperty('jstracker');
    expect(fit(offering(1), { jstracker })).not.toHaveProperty('jstracker');
  });

  test('event trackers of an event or a method that is not offered', () => {
    const offered = { eventtrackers: [{ event: 1 as const, methods: [1 as const] }] };
    const tracker = (event: number, method: number) => ({
      event,
      method,
      url: 'https://t.example',
    });
    const eventtrackers = [tracker(1, 1), tracker(1, 2), tracker(2, 1)];
    expect(fit(offered, { eventtrackers })).toHaveProperty('eventtrackers', [tracker(1, 1)]);
    expect(fit(offered, { eventtrackers: [tracker(2, 1)] })).not.toHaveProperty('eventtrackers');
    expect(fit({}, { eventtrackers })).not.toHaveProperty('eventtrackers');
  });
});

describe('the assets of an ad', () => {
  test('are each asked for, answered once, and complete', () => {
    expect(fit({}, { assets: [{ id: 7, title: { text: 'x' } }] })).toBe(
      'asset 7 was not asked for',
    );
    expect(fit({}, { assets: [A_TITLE, A_TITLE] })).toBe('asset 1 is answered twice');
    expect(fit({}, { assets: [] })).toBe('required asset 1 is missing');
    expect(fit({}, { assets: undefined } as object)).toBe('required asset 1 is missing');
    const optional = { id: 2, data: { type: 1 } } as NativeRequest['assets'][number];
    expect(fit({ assets: [TITLE, optional] }, {})).toEqual({ link: LINK, assets: [A_TITLE] });
  });

  test('are of the kind that was asked for', () => {
    const title = { title: { text: 'x' } };
    expect(fitAsset({ title: { len: 5 } }, { data: { value: 'x' } })).toContain('not a title');
    expect(fitAsset({ img: {} }, title)).toContain('not an image');
    expect(fitAsset({ data: { type: 1 } }, title)).toContain('not data');
    expect(fitAsset({ video: {} }, title)).toContain('not a video');
  });

  test('a video passes where one was asked for', () => {
    const video = { vasttag: '<VAST/>' };
    expect(fitAsset({ video: {} }, { video })).toEqual({ id: 2, video });
  });

  test('a title passes up to its length, and may be empty where it is optional', () => {
    const fitTitle = (text: string, required = 0) =>
      fitAsset({ required, title: { len: 3 } }, { title: { text } });
    expect(fitTitle('abc')).toEqual({ id: 2, title: { text: 'abc' } });
    expect(fitTitle('abcd')).toBe('the title of asset 2 is longer than 3 characters');
    expect(fitTitle('')).toEqual({ id: 2, title: { text: '' } });
    expect(fitTitle('', 1)).toBe('required asset 2 is empty');
  });

  test('data passes up to its length; a description is cut to it', () => {
    const fitData = (value: string, type: number, required = 0) =>
      fitAsset({ required, data: { type, len: 3 } }, { data: { value } });
    expect(fitData('abc', 1)).toEqual({ id: 2, data: { value: 'abc' } });
    expect(fitData('abcd', 1)).toBe('the data of asset 2 is longer than 3 characters');
    expect(fitData('abcd', 2)).toEqual({ id: 2, data: { value: 'ab…' } });
    expect(fitData('', 1)).toEqual({ id: 2, data: { value: '' } });
    expect(fitData('', 1, 1)).toBe('required asset 2 is empty');
    const data = { value: 'as long as it likes' };
    expect(fitAsset({ data: { type: 1 } }, { data })).toEqual({ id: 2, data });
  });

  test('data and images that name a type name the one that was asked for', () => {
    const data = { value: 'x', type: 2 };
    expect(fitAsset({ data: { type: 2 } }, { data })).toEqual({ id: 2, data });
    expect(fitAsset({ data: { type: 1 } }, { data })).toContain('has data type 2 where 1');
    const img = { url: 'https://i.example', type: 3 };
    expect(fitAsset({ img: { type: 3 } }, { img })).toEqual({ id: 2, img });
    expect(fitAsset({ img: {} }, { img })).toEqual({ id: 2, img });
    expect(fitAsset({ img: { type: 1 } }, { img })).toContain('has image type 3 where 1');
  });

  test('an image has the exact size, or at least the minimum where there is one', () => {
    const fits = (asked: object, w?: number, h?: number) => {
      const size = { ...(w !== undefined && { w }), ...(h !== undefined && { h }) };
      return (
        typeof fitAsset({ img: asked }, { img: { url: 'https://i.example', ...size } }) !== 'string'
      );
    };
    expect(fits({ w: 100, h: 50 }, 100, 50)).toBe(true);
    expect(fits({ w: 100, h: 50 }, 101, 50)).toBe(false);
    expect(fits({ w: 100, h: 50 }, 100, 49)).toBe(false);
    expect(fits({ w: 100, h: 50 })).toBe(true);
    expect(fits({ wmin: 100, hmin: 50 }, 100, 50)).toBe(true);
    expect(fits({ wmin: 100, hmin: 50 }, 99, 50)).toBe(false);
    expect(fits({ wmin: 100, hmin: 50 }, 100, 49)).toBe(false);
    expect(fits({ w: 300, wmin: 100 }, 200)).toBe(true);
    expect(fits({}, 7, 7)).toBe(true);
  });
});

test('the assets of the request are read a few times, however many the ad answers (ruling 72)', () => {
  const ids = Array.from({ length: 500 }, (_, id) => id);
  let reads = 0;
  const assets = new Proxy(
    ids.map((id) => ({ id, required: 1 as const, title: { len: 9 } })),
    {
      get(target, name, receiver) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  const answers = ids.map((id) => ({ id: 499 - id, title: { text: 'x' } }));
  expect(fit({ assets }, { assets: answers })).toMatchObject({ assets: answers });
  expect(reads).toBeLessThanOrEqual(4 * ids.length);
});
