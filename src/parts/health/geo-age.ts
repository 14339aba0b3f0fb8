import type { Trouble } from '../../host/admin/answers.ts';
import { DAY_MS } from '../../lib/day.ts';
import { troubleOf } from './trouble-of.ts';

/** Blocks of addresses are sold and moved all the time; most publish a new database each month. */
const OLD_MS = 365 * DAY_MS;

/** Says when the database of countries is more than a year old. */
export function geoTrouble(
  { geoBuiltMs }: { readonly geoBuiltMs?: number | undefined },
  nowMs: number,
): Trouble | undefined {
  if (geoBuiltMs === undefined || nowMs - geoBuiltMs < OLD_MS) return undefined;
  const date = new Date(geoBuiltMs).toISOString().slice(0, 10);
  const what = `the database of countries (geo.database) is of ${date}, more than a year old`;
  return troubleOf('geo-old', { kind: 'warn', what });
}
