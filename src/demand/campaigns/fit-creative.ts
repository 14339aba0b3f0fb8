import { meetsFormat } from '../../openrtb/formats.ts';
import type { NativeResponse } from '../../openrtb/native-response.ts';
import { composeNative } from '../compose-native.ts';
import type { OpenImp } from '../partner.ts';
import { rememberPerNative } from '../per-native.ts';
import type { AdCreative } from './ads.ts';

export type Fit = { readonly creative: AdCreative; readonly native: NativeResponse };

/** Why none fits, from the least to the most telling: the assets, nothing but the formats. */
const MISFITS = ['asset-mismatch', 'no-format-match'] as const;

export type Misfit = (typeof MISFITS)[number];

const composeOnce = rememberPerNative(composeNative);

/** The first creative that answers the native request and, where formats are declared, meets one. */
export function fitCreative(creatives: readonly AdCreative[], imp: OpenImp): Fit | Misfit {
  let misfit: Misfit = 'asset-mismatch';
  for (const creative of creatives) {
    const native = composeOnce(imp.native, creative.parts);
    if (native !== undefined && meetsOne(native, creative, imp)) return { creative, native };
    misfit = tellingMisfit(misfit, native === undefined ? 'asset-mismatch' : 'no-format-match');
  }
  return misfit;
}

export function tellingMisfit(a: Misfit, b: Misfit): Misfit;
export function tellingMisfit(a: Misfit | undefined, b: Misfit | undefined): Misfit | undefined;
export function tellingMisfit(a: Misfit | undefined, b: Misfit | undefined): Misfit | undefined {
  return MISFITS.findLast((misfit) => misfit === a || misfit === b);
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
