import { preview } from '../lib/preview.ts';
import { fieldOf, type JsonObject, withField, withoutField } from './json-object.ts';
import type { RequestRepair } from './repair.ts';

/** How long the caller waits, where that is no time that the strict endpoint takes. */

/** As the schema of the bid request has them; a test compares. */
const TMAX_MS_MIN = 100;
const TMAX_MS_MAX = 5000;

export const tmaxZero: RequestRepair = {
  name: 'tmax-zero-absent',
  description: 'A `tmax` of 0 counts as absent.',
  apply: (request, report) => {
    if (fieldOf(request, 'tmax') !== 0) return request;
    report('tmax', `expected ${TMAX_MS_MIN} to ${TMAX_MS_MAX} ms, but got 0; it counts as absent`);
    return withoutField(request, 'tmax');
  },
};

export const tmaxLong: RequestRepair = {
  name: 'tmax-cut',
  description: `A \`tmax\` over ${TMAX_MS_MAX} is cut to that.`,
  apply: (request, report) => {
    const tmax = fieldOf(request, 'tmax');
    if (typeof tmax !== 'number' || tmax <= TMAX_MS_MAX) return request;
    report('tmax', `expected at most ${TMAX_MS_MAX} ms, but got ${preview(tmax)}`);
    return withField(request, 'tmax', TMAX_MS_MAX);
  },
};

export const tmaxShort: RequestRepair = {
  name: 'tmax-short-kept',
  description: `A \`tmax\` under ${TMAX_MS_MIN} is kept as the deadline of the auction.`,
  apply: (request, report) => {
    const deadlineMs = shortDeadlineMs(request);
    if (deadlineMs === undefined) return request;
    report('tmax', `expected at least ${TMAX_MS_MIN} ms, but got ${deadlineMs}; it is kept to`);
    return withField(request, 'tmax', TMAX_MS_MIN);
  },
};

/** The deadline that a caller sets who waits for less than the strict endpoint's least `tmax`. */
export function shortDeadlineMs(request: JsonObject): number | undefined {
  const tmax = fieldOf(request, 'tmax');
  if (typeof tmax !== 'number' || !Number.isInteger(tmax)) return undefined;
  return tmax > 0 && tmax < TMAX_MS_MIN ? tmax : undefined;
}
