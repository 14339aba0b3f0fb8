import { meetsFormat } from '../../openrtb/formats.ts';
import type { NativeResponse } from '../../openrtb/native-response.ts';
import { composeNative } from '../compose-native.ts';
import type { OpenImp } from '../partner.ts';
import { rememberPerNative } from '../per-native.ts';
import type { AdCreative } from './ads.ts';

export type Fit = { readonly creative: AdCreative; readonly native: NativeResponse };

/** Why none fits: the assets asked for, or nothing but the formats. */
export type Misfit = 'asset-mismatch' | 'no-format-match';

const composeOnce = rememberPerNative(composeNative);

/** The first creative that answers the native request and, where formats are declared, meets one. */
export function fitCreative(creatives: readonly AdCreative[], imp: OpenImp): Fit | Misfit {
  let misfit: Misfit = 'asset-mismatch';
  for (const creative of creatives) {
    const native = composeOnce(imp.native, creative.parts);
    if (native === undefined) continue;
    if (meetsOne(native, creative, imp)) return { creative, native };
    misfit = 'no-format-match';
  }
  return misfit;
}

/** A creative that names the formats it is made for is shown in no other. */
function meetsOne(
  native: NativeResponse,
  { formats }: AdCreative,
  { native: request, acceptedFormats }: OpenImp,
): boolean {
  if (acceptedFormats === undefined) return true;
  return acceptedFormats.some(
    (accepted) =>
      (formats === undefined || formats.includes(accepted.id)) &&
      meetsFormat(native, request, accepted),
  );
}
