import { MICROS_PER_CENT, toMicros } from '../lib/money.ts';
import { fieldOf, type JsonObject, withField } from './json-object.ts';
import { changeAt, changeImps } from './places.ts';
import type { Report, RequestRepair } from './repair.ts';
import { STRICT } from './strict.ts';

/** Numbers with more decimals than the field has. */

export const floors: RequestRepair = {
  name: 'floor-rounded-up',
  description: 'An `imp[].bidfloor` with more than two decimals is rounded up to the next cent.',
  apply: changeImps((imp, path, report) => {
    const floor = fieldOf(imp, 'bidfloor');
    if (typeof floor !== 'number' || floor < 0 || STRICT.bidfloor.Check(floor)) return imp;
    // By way of micros, the unit of money here: 0.1 + 0.2, which is a little over 0.3, is 30 cents.
    const rounded = Math.ceil(toMicros(floor) / MICROS_PER_CENT) / 100;
    if (!STRICT.bidfloor.Check(rounded)) return imp;
    report(`${path}.bidfloor`, `${floor} has more than two decimals; ${rounded} is used`);
    return withField(imp, 'bidfloor', rounded);
  }),
};

const COORDINATE_DECIMALS = 6;

export const coordinates: RequestRepair = {
  name: 'coordinate-rounded',
  description: `\`device.geo.lat\` and \`lon\` with more than ${COORDINATE_DECIMALS} decimals are rounded.`,
  apply: changeAt('device.geo', (geo, path, report) =>
    roundCoordinate(roundCoordinate(geo, 'lat', path, report), 'lon', path, report),
  ),
};

function roundCoordinate(
  geo: JsonObject,
  name: 'lat' | 'lon',
  path: string,
  report: Report,
): JsonObject {
  const degrees = fieldOf(geo, name);
  if (typeof degrees !== 'number' || STRICT[name].Check(degrees)) return geo;
  const scale = 10 ** COORDINATE_DECIMALS;
  const rounded = Math.round(degrees * scale) / scale;
  if (!STRICT[name].Check(rounded)) return geo;
  report(`${path}.${name}`, `rounded to ${COORDINATE_DECIMALS} decimals`);
  return withField(geo, name, rounded);
}
