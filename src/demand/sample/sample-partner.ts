import type { Bid } from '../../openrtb/bid-response.ts';
import { type FormatPart, type FormatReference, findKnownFormat } from '../../openrtb/formats.ts';
import type { NativeRequest } from '../../openrtb/native-request.ts';
import { markup } from '../../openrtb/native-response.ts';
import type { ValidImp } from '../../openrtb/validate.ts';
import { sampleAd } from './sample-ad.ts';

export const SAMPLE_SEAT = 'parley-sample';

const SAMPLE_CPM = 1;

/** A sample bid at the floor or a little above zero; undefined where no declared format can be met. */
export function sampleBid(imp: ValidImp, newId: () => string): Bid | undefined {
  if (imp.formats === undefined) return bid(imp, newId);
  const format = imp.formats.find((declared) => canMeet(declared, imp.native));
  return format === undefined ? undefined : { ...bid(imp, newId), ext: { service: { format } } };
}

/** Test mode is always filled (ruling 33), even where no declared format is known here. */
export function sampleTestBid(imp: ValidImp, newId: () => string): Bid {
  return sampleBid(imp, newId) ?? bid(imp, newId);
}

function bid({ imp, native, isWrapped }: ValidImp, newId: () => string): Bid {
  return {
    id: newId(),
    impid: imp.id,
    price: Math.max(imp.bidfloor ?? 0, SAMPLE_CPM),
    adm: markup(sampleAd(native), isWrapped),
    adomain: ['example.com'],
    crid: 'sample-1',
    mtype: 4,
  };
}

/** A format is met by the assets that were asked for, since only those can be answered. */
function canMeet(declared: FormatReference, native: NativeRequest): boolean {
  const known = findKnownFormat(declared);
  if (known === undefined) return false;
  const asked = new Set(native.assets.map(formatPart));
  return known.requires.every((part) => asked.has(part));
}

const PART_BY_DATA_TYPE: Readonly<Record<number, FormatPart>> = {
  1: 'sponsored',
  2: 'description',
  12: 'cta',
};

function formatPart({ title, img, data }: NativeRequest['assets'][number]): FormatPart | undefined {
  if (title !== undefined) return 'title';
  if (img !== undefined) return img.type === 3 ? 'image' : 'icon';
  return data === undefined ? undefined : PART_BY_DATA_TYPE[data.type];
}
