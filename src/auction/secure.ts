import type { NativeResponse } from '../openrtb/native-response.ts';

/** The first URL of an ad that a page served over https could not load. */
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

/** On a laptop it is mostly this exchange itself, whose pictures and links have its own address. */
export function hintFor(insecure: string): string {
  const host = URL.parse(insecure)?.hostname ?? '';
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)
    ? '; if that is this exchange, set listen.publicUrl to an https address, or send secure: 0 to try it without'
    : '';
}
