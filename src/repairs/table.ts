import { plainText, unannouncedGzip } from './body.ts';
import { consentFlags, consentTexts, unreadableUsPrivacy } from './consent.ts';
import { ids } from './ids.ts';
import { impsWithoutNative, tooManyImps } from './imps.ts';
import { emptyNativeVersions, nativeObjects, unknownHints, zeroSizes } from './native-request.ts';
import type { BodyRepair, RequestRepair } from './repair.ts';
import { tmaxLong, tmaxShort, tmaxZero } from './tmax.ts';
import {
  coordinates,
  emptyStrings,
  floors,
  strippedDomain,
  unknownAt,
  unknownDeviceType,
  unknownGender,
  unusableDomain,
} from './values.ts';

/** Every repair of `POST /openrtb2/auction`, in the order in which they are made. */

export const BODY_REPAIRS: readonly BodyRepair[] = [plainText, unannouncedGzip];

export const REQUEST_REPAIRS: readonly RequestRepair[] = [
  // First, so that what is left out costs no more work; paths count the impressions that are left.
  impsWithoutNative,
  tooManyImps,
  ids,
  nativeObjects,
  zeroSizes,
  emptyNativeVersions,
  unknownHints,
  floors,
  tmaxZero,
  tmaxLong,
  tmaxShort,
  unknownAt,
  // Before the fields that it may empty are looked at for anything else.
  emptyStrings,
  strippedDomain,
  unusableDomain,
  coordinates,
  unknownDeviceType,
  unknownGender,
  consentFlags,
  consentTexts,
  // After the texts that can be read have been.
  unreadableUsPrivacy,
];

/** What metrics are labelled with. */
export const REPAIR_NAMES: readonly string[] = [...BODY_REPAIRS, ...REQUEST_REPAIRS].map(
  ({ name }) => name,
);
