import { clip } from '../../lib/text.ts';
import type { NativeAsset, NativeRequest } from '../openrtb/native-request.ts';
import type { NativeResponse, NativeResponseAsset } from '../openrtb/native-response.ts';

/** A harmless creative that fits any native request, for test mode and for first steps. */
export function sampleAd(native: NativeRequest): NativeResponse {
  return {
    ver: '1.2',
    assets: native.assets.map(sampleAsset),
    link: { url: 'https://example.com/?utm_source=parley-sample' },
  };
}

const TITLE = 'Sample ad: your native placement works';

/** By Native 1.2 data type. */
const DATA_VALUES: Readonly<Record<number, string>> = {
  1: 'Parley',
  2: 'This sample shows where the text of an ad will stand in the conversation.',
  3: '4.5',
  4: '128',
  5: '2048',
  6: '$20.00',
  7: '$15.00',
  8: '+1 555 0100',
  9: '1 Example Street',
  10: 'A second line of text, where the placement has room for one.',
  11: 'example.com',
  12: 'Learn more',
};

const IMAGE_SIDE_DEFAULT = { icon: 80, main: { w: 1200, h: 627 } } as const;

function sampleAsset(asset: NativeAsset): NativeResponseAsset {
  const { id, title, img, video, data } = asset;
  if (title !== undefined) return { id, title: { text: clip(TITLE, title.len) } };
  if (img !== undefined) return { id, img: sampleImage(img) };
  if (video !== undefined) return { id, video: { vasttag: SAMPLE_VAST } };
  const { type = 1, len = Number.POSITIVE_INFINITY } = data ?? {};
  return { id, data: { type, value: clip(DATA_VALUES[type] ?? 'Sample', len) } };
}

function sampleImage({ type, w, h, wmin, hmin }: NonNullable<NativeAsset['img']>) {
  const { icon, main } = IMAGE_SIDE_DEFAULT;
  const usual = type === 3 ? main : { w: icon, h: icon };
  const width = wmin === undefined ? (w ?? usual.w) : Math.max(wmin, w ?? usual.w);
  const height = hmin === undefined ? (h ?? usual.h) : Math.max(hmin, h ?? usual.h);
  const url = `data:image/svg+xml,${encodeURIComponent(svg(width, height))}`;
  return { ...(type === undefined ? {} : { type }), url, w: width, h: height };
}

function svg(w: number, h: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="100%" height="100%" fill="#2f6f6b"/></svg>`;
}

const SAMPLE_VAST = '<VAST version="4.2"/>';
