import type { NativeResponse, NativeResponseAsset } from '../openrtb/native-response.ts';
import type { SaleNotices } from './sale-urls.ts';

/**
 * The ad with our trackers in it and its links through us. `link.fallback` stays: it is for clients that
 * cannot open the link, which they have tried by then, so that the click is told of already.
 */
export function markNative(native: NativeResponse, notices: SaleNotices): NativeResponse {
  const { trackers, trackersGoTo, link } = notices;
  return {
    ...native,
    ...(native.assets === undefined ? {} : { assets: native.assets.map(marked) }),
    link: { ...native.link, url: link(native.link.url) },
    ...(trackers.length === 0 ? {} : withTrackers()),
  };

  function withTrackers(): Pick<NativeResponse, 'eventtrackers' | 'imptrackers'> {
    return trackersGoTo === 'eventtrackers'
      ? { eventtrackers: [...(native.eventtrackers ?? []), ...trackers] }
      : { imptrackers: [...(native.imptrackers ?? []), ...trackers.map(({ url }) => url)] };
  }

  function marked(asset: NativeResponseAsset): NativeResponseAsset {
    return asset.link === undefined
      ? asset
      : { ...asset, link: { ...asset.link, url: link(asset.link.url) } };
  }
}
