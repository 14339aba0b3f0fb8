import { describe, expect, test } from 'bun:test';
import type { NativeRequest } from '../openrtb/native-request.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
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

describe('what the publisher does not support is taken out of the ad', () => {
  const EXTRAS = { assetsurl: 'https://a.example', dcourl: 'https://d.example' };

  test('URLs of assets, which are kept only where the request supports them', () => {
    expect(fit({}, EXTRAS)).toEqual({ link: LINK, assets: [A_TITLE] });
    expect(fit({ aurlsupport: 1 }, EXTRAS)).not.toHaveProperty('dcourl');
    expect(fit({ aurlsupport: 1 }, EXTRAS)).toHaveProperty('assetsurl', EXTRAS.assetsurl);
    expect(fit({ durlsupport: 1 }, EXTRAS)).not.toHaveProperty('assetsurl');
    expect(fit({ durlsupport: 1 }, EXTRAS)).toHaveProperty('dcourl', EXTRAS.dcourl);
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
});
