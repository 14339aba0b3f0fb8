import { preview } from '../../lib/preview.ts';
import { fieldOf, type JsonObject } from '../../lib/schema-fault.ts';
import { type RequestRepair, repairField } from './repair.ts';

/** How long the caller waits, where that is no time that the strict endpoint takes. */

/** As the schema of the bid request has them; a test compares. */
const TMAX_MS_MIN = 100;
const TMAX_MS_MAX = 5000;

export const TMAX_REPAIRS: readonly RequestRepair[] = [
  {
    name: 'tmax-zero-absent',
    description: 'A `tmax` of 0 counts as absent.',
    apply: repairField('tmax', (tmax) => {
      if (tmax !== 0) return undefined;
      const reason = `expected ${TMAX_MS_MIN} to ${TMAX_MS_MAX} ms, but got 0; it counts as absent`;
      return { value: undefined, reason };
    }),
  },
  {
    name: 'tmax-cut',
    description: `A \`tmax\` over ${TMAX_MS_MAX} is cut to that.`,
    apply: repairField('tmax', (tmax) => {
      if (typeof tmax !== 'number' || tmax <= TMAX_MS_MAX) return undefined;
      const reason = `expected at most ${TMAX_MS_MAX} ms, but got ${preview(tmax)}`;
      return { value: TMAX_MS_MAX, reason };
    }),
  },
  {
    name: 'tmax-short-kept',
    description: `A \`tmax\` under ${TMAX_MS_MIN} is kept as the deadline of the auction.`,
    apply: repairField('tmax', (tmax) => {
      if (!isShort(tmax)) return undefined;
      const reason = `expected at least ${TMAX_MS_MIN} ms, but got ${tmax}; it is kept to`;
      return { value: TMAX_MS_MIN, reason };
    }),
  },
];

/** The deadline that a caller sets who waits for less than the strict endpoint's least `tmax`. */
export function shortDeadlineMs(request: JsonObject): number | undefined {
  const tmax = fieldOf(request, 'tmax');
  return isShort(tmax) ? tmax : undefined;
}

function isShort(tmax: unknown): tmax is number {
  return Number.isInteger(tmax) && Number(tmax) > 0 && Number(tmax) < TMAX_MS_MIN;
}
