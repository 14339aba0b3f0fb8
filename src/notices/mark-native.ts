import type { NativeResponse, NativeResponseAsset } from '../openrtb/native-response.ts';
import type { SaleNotices } from './sale-urls.ts';

/**
 * Adds our trackers to the ad and replaces its links by click URLs. `link.fallback` stays as it is: clients
 * open it only after `link.url` has failed, and that attempt has already counted the click.
 */
export function markNative(native: NativeResponse, notices: SaleNotices): NativeResponse {
  const { trackers, imptracker, link } = notices;
  return {
    ...native,
    ...(native.assets === undefined ? {} : { assets: native.assets.map(marked) }),
    link: { ...native.link, url: link(native.link.url) },
    ...(imptracker === undefined
      ? {}
      : { imptrackers: [...(native.imptrackers ?? []), imptracker] }),
    ...(trackers.length === 0
      ? {}
      : { eventtrackers: [...(native.eventtrackers ?? []), ...trackers] }),
  };

  function marked(asset: NativeResponseAsset): NativeResponseAsset {
    return asset.link === undefined
      ? asset
      : { ...asset, link: { ...asset.link, url: link(asset.link.url) } };
  }
}
