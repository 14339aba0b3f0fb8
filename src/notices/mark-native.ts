import type { Writable } from '../lib/readonly.ts';
import type { NativeResponse, NativeResponseAsset } from '../openrtb/native-response.ts';
import type { SaleNotices } from './sale-urls.ts';

/**
 * Adds our trackers to the ad and replaces its links by click URLs. `link.fallback` stays as it is: clients
 * open it only after `link.url` has failed, and that attempt has already counted the click.
 */
export function markNative(
  native: NativeResponse,
  { trackers, imptracker, link }: Pick<SaleNotices, 'trackers' | 'imptracker' | 'link'>,
  ver: string,
): NativeResponse {
  // One copy, since this runs for every ad: a spread for each member makes as many objects.
  const marked: Writable<NativeResponse> = { ...native };
  marked.ver = ver;
  marked.link = { ...native.link, url: link(native.link.url) };
  if (native.assets?.some(hasLink)) {
    marked.assets = native.assets.map((asset) =>
      asset.link === undefined
        ? asset
        : { ...asset, link: { ...asset.link, url: link(asset.link.url) } },
    );
  }
  if (imptracker !== undefined) marked.imptrackers = [...(native.imptrackers ?? []), imptracker];
  if (trackers.length > 0) marked.eventtrackers = [...(native.eventtrackers ?? []), ...trackers];
  return marked;
}

function hasLink({ link }: NativeResponseAsset): boolean {
  return link !== undefined;
}
