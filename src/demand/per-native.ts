import type { NativeRequest } from '../openrtb/native-request.ts';

/** Of each native request. Few, because a large heap lengthens the pauses of every auction in the process. */
export const REMEMBERED_MAX = 32;

/**
 * The function, with what it made last remembered for each native request: publishers send the same few
 * over and over, decoded once, and the same few ads answer them. What it returns is shared by auctions.
 */
export function rememberPerNative<T extends object, R>(
  make: (request: NativeRequest, from: T) => R,
): (request: NativeRequest, from: T) => R {
  const remembered = new WeakMap<NativeRequest, Map<T, { readonly made: R }>>();
  return (request, from) => {
    let ofRequest = remembered.get(request);
    if (ofRequest === undefined) {
      ofRequest = new Map();
      remembered.set(request, ofRequest);
    }
    const known = ofRequest.get(from);
    if (known !== undefined) return known.made;
    const made = make(request, from);
    if (ofRequest.size >= REMEMBERED_MAX) {
      for (const oldest of ofRequest.keys()) {
        ofRequest.delete(oldest);
        break;
      }
    }
    ofRequest.set(from, { made });
    return made;
  };
}
