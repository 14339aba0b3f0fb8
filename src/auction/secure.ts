import type { NativeResponse } from '../openrtb/native-response.ts';

/** The first http URL of an ad: a page served over https could not load it. */
export function findInsecureUrl(
  native: NativeResponse,
  notices: readonly (string | undefined)[],
): string | undefined {
  return [...urlsOf(native), ...notices].find((url) => url?.toLowerCase().startsWith('http:'));
}

function* urlsOf(native: NativeResponse): Generator<string | undefined> {
  const { assets = [], link, imptrackers = [], eventtrackers = [] } = native;
  yield link.url;
  yield link.fallback;
  yield* link.clicktrackers ?? [];
  for (const { img, link: assetLink } of assets) {
    yield img?.url;
    yield assetLink?.url;
    yield* assetLink?.clicktrackers ?? [];
  }
  yield* imptrackers;
  for (const { url } of eventtrackers) yield url;
  yield native.assetsurl;
  yield native.dcourl;
  yield native.privacy;
}
