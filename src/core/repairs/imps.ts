import { fieldOf, isObject, type JsonObject } from '../../lib/schema-fault.ts';
import { IMPS_MAX } from '../openrtb/bid-request.ts';
import type { Repair, RequestRepair } from './repair.ts';

/** Impressions that cannot be sold here, and more of them than one request may have. */

const SKIPPED = 'imp-without-native-skipped';

export const IMP_REPAIRS: readonly RequestRepair[] = [
  {
    name: SKIPPED,
    description:
      'Impressions without `native` are skipped. Where none is left, the answer is a 204 with the reason `no-native`, in test mode too.',
    apply: (request, report) => {
      const imps = impsOf(request);
      const kept = imps.filter((imp) => !lacksNative(imp));
      if (kept.length === imps.length) return request;
      report('imp', lacking(imps.length - kept.length, imps.length));
      return { ...request, imp: kept };
    },
  },
  {
    name: 'imps-cut',
    description: `Impressions after the first ${IMPS_MAX} are left out.`,
    apply: (request, report) => {
      const imps = impsOf(request);
      if (imps.length <= IMPS_MAX) return request;
      report('imp', `expected at most ${IMPS_MAX} impressions, but got ${imps.length}`);
      return { ...request, imp: imps.slice(0, IMPS_MAX) };
    },
  },
];

/** The repair of a request for banners, video or audio alone, which is no fault of it; undefined for others. */
export function skippedImps(request: JsonObject): Repair | undefined {
  const imps = impsOf(request);
  if (imps.length === 0 || !imps.every(lacksNative)) return undefined;
  return { name: SKIPPED, field: 'imp', reason: lacking(imps.length, imps.length) };
}

export function impsOf(request: JsonObject): readonly unknown[] {
  const imps = fieldOf(request, 'imp');
  return Array.isArray(imps) ? imps : [];
}

function lacking(skipped: number, all: number): string {
  return `${skipped} of ${all} impressions have no native object`;
}

function lacksNative(imp: unknown): boolean {
  return isObject(imp) && (fieldOf(imp, 'native') ?? null) === null;
}
