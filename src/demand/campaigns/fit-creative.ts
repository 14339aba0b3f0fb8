import type { FormatPart, KnownFormat } from '../../openrtb/formats.ts';
import type { NativeResponse } from '../../openrtb/native-response.ts';
import { composeNative } from '../compose-native.ts';
import type { OpenImp } from '../partner.ts';
import type { AdCreative } from './ads.ts';

export type Fit = { readonly creative: AdCreative; readonly native: NativeResponse };

/** Why none fits: the assets asked for, or nothing but the formats. */
export type Misfit = 'asset-mismatch' | 'no-format-match';

/** The first creative that answers the native request and, where formats are declared, meets one. */
export function fitCreative(creatives: readonly AdCreative[], imp: OpenImp): Fit | Misfit {
  let misfit: Misfit = 'asset-mismatch';
  for (const creative of creatives) {
    const native = composeNative(imp.native, creative.parts);
    if (native === undefined) continue;
    if (meetsFormat(native, creative, imp.acceptedFormats)) return { creative, native };
    misfit = 'no-format-match';
  }
  return misfit;
}

function meetsFormat(
  native: NativeResponse,
  { formats }: AdCreative,
  accepted: readonly KnownFormat[] | undefined,
): boolean {
  if (accepted === undefined) return true;
  return accepted.some(
    ({ id, requires }) =>
      (formats === undefined || formats.includes(id)) &&
      requires.every((part) => hasPart(native, part)),
  );
}

const DATA_TYPE_BY_PART: Readonly<Partial<Record<FormatPart, number>>> = {
  sponsored: 1,
  description: 2,
  cta: 12,
};

const MAIN_IMAGE = 3;

/** An image of no stated type may serve as either. */
function hasPart({ assets }: NativeResponse, part: FormatPart): boolean {
  return assets.some((asset) => {
    if ('title' in asset) return part === 'title';
    if ('data' in asset) return asset.data.type === DATA_TYPE_BY_PART[part];
    if (!('img' in asset)) return false;
    const { type } = asset.img;
    if (part === 'image') return type === undefined || type === MAIN_IMAGE;
    return part === 'icon' && type !== MAIN_IMAGE;
  });
}
