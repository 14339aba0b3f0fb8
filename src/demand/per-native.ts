import type { NativeRequest } from '../core/openrtb/native-request.ts';
import { perObject } from '../lib/lookup.ts';

/** Of each native request. Few, because a large heap lengthens the pauses of every auction in the process. */
export const REMEMBERED_MAX = 128;

/** Remembers what was made for each native request: the same few ads answer the same few requests. Auctions share it. */
export function rememberPerNative<T extends object, R>(
  make: (request: NativeRequest, from: T) => R,
): (request: NativeRequest, from: T) => R {
  const rememberedFor = perObject((_: NativeRequest) => new Map<T, { readonly made: R }>());
  return (request, from) => {
    const ofRequest = rememberedFor(request);
    const known = ofRequest.get(from);
    if (known !== undefined) return known.made;
    const made = make(request, from);
    const [oldest] = ofRequest.size < REMEMBERED_MAX ? [] : ofRequest.keys();
    if (oldest !== undefined) ofRequest.delete(oldest);
    ofRequest.set(from, { made });
    return made;
  };
}
