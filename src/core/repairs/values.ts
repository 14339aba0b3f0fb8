import { MICROS_PER_CENT, toMicros } from '../../lib/money.ts';
import { preview } from '../../lib/preview.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import { hostIn } from '../openrtb/host-name.ts';
import {
  type ApplyRepair,
  inOrder,
  type ReportRepair,
  type RequestRepair,
  repairEach,
  repairField,
  repairObject,
} from './repair.ts';
import { STRICT } from './strict.ts';

/** Repairs of single values. One of a wrong type is left to be refused. */

export const floors: RequestRepair = {
  name: 'floor-rounded-up',
  description: 'An `imp[].bidfloor` with more than two decimals is rounded up to the next cent.',
  apply: repairEach(
    'imp',
    repairField('bidfloor', (floor) => {
      if (typeof floor !== 'number' || floor < 0 || STRICT.bidfloor.Check(floor)) return undefined;
      // By way of micros, the unit of money here: 0.1 + 0.2, which is a little over 0.3, is 30 cents.
      const value = Math.ceil(toMicros(floor) / MICROS_PER_CENT) / 100;
      if (!STRICT.bidfloor.Check(value)) return undefined;
      return { value, reason: `${floor} has more than two decimals; ${value} is used` };
    }),
  ),
};

/** The fields of which the strict endpoint refuses an empty string, beside those that must be there. */
const EMPTIED_FIELDS = [
  'site.domain',
  'app.bundle',
  'device.geo.country',
  'user.gender',
  'regs.us_privacy',
  'regs.ext.us_privacy',
];

const inDeals = repairEach('deals', withoutEmpty('bidfloorcur'));
const COORDINATE_DECIMALS = 6;

export const VALUE_REPAIRS: readonly RequestRepair[] = [
  {
    name: 'at-ignored',
    description: 'An `at` other than 1 and 2 is ignored: the configured kind of auction is held.',
    apply: withoutUnknown('at', 'at', 'number'),
  },
  // Before the fields that it may empty are looked at for anything else.
  {
    name: 'empty-string-absent',
    description:
      'An empty string counts as absent in `site.domain`, `app.bundle`, `device.geo.country`, `user.gender`, `us_privacy`, `bidfloorcur` and `native.ver`.',
    apply: inOrder(
      ...EMPTIED_FIELDS.map(withoutEmpty),
      repairEach(
        'imp',
        inOrder(
          withoutEmpty('bidfloorcur'),
          withoutEmpty('native.ver'),
          repairObject('pmp', withoutEmptyInDeals),
        ),
      ),
    ),
  },
  {
    name: 'domain-stripped',
    description:
      '`site.domain` loses its scheme, user, port, path, white space and last dots; other alphabets are written in punycode.',
    apply: repairField('site.domain', (domain) => {
      if (typeof domain !== 'string' || STRICT.domain.Check(domain)) return undefined;
      const value = hostIn(domain);
      if (!STRICT.domain.Check(value)) return undefined;
      return { value, reason: `${preview(value)} is used of ${preview(domain)}` };
    }),
  },
  {
    name: 'domain-ignored',
    description:
      'A `site.domain` that has no host name of two labels in it (`localhost`, an address) is ignored.',
    apply: repairField('site.domain', (domain) => {
      if (typeof domain !== 'string' || STRICT.domain.Check(domain)) return undefined;
      const reason = `expected a host name of two or more labels, but got ${preview(domain)}`;
      return { value: undefined, reason };
    }),
  },
  {
    name: 'coordinate-rounded',
    description: `\`device.geo.lat\` and \`lon\` with more than ${COORDINATE_DECIMALS} decimals are rounded.`,
    apply: inOrder(roundCoordinate('lat'), roundCoordinate('lon')),
  },
  {
    name: 'devicetype-ignored',
    description: 'A `device.devicetype` other than 1 to 7 is ignored.',
    apply: withoutUnknown('device.devicetype', 'devicetype', 'number'),
  },
  {
    name: 'gender-ignored',
    description: 'A `user.gender` other than `M`, `F` and `O` is ignored.',
    apply: withoutUnknown('user.gender', 'gender', 'string'),
  },
];

/** Without a value of an enumeration that the strict endpoint does not know. */
function withoutUnknown(
  path: string,
  name: 'at' | 'devicetype' | 'gender',
  type: 'number' | 'string',
): ApplyRepair {
  return repairField(path, (value) =>
    typeof value !== type || STRICT[name].Check(value)
      ? undefined
      : { value: undefined, reason: `${preview(value)} is unknown here and ignored` },
  );
}

function withoutEmpty(path: string): ApplyRepair {
  return repairField(path, (value) =>
    value === '' ? { value: undefined, reason: 'an empty string counts as absent' } : undefined,
  );
}

/** Reported once for all of them: there can be thousands. */
function withoutEmptyInDeals(pmp: JsonObject, report: ReportRepair): JsonObject {
  const changed = inDeals(pmp, () => {});
  if (changed !== pmp) report('deals', 'an empty bidfloorcur counts as absent');
  return changed;
}

function roundCoordinate(name: 'lat' | 'lon'): ApplyRepair {
  return repairField(`device.geo.${name}`, (degrees) => {
    if (typeof degrees !== 'number' || STRICT[name].Check(degrees)) return undefined;
    const scale = 10 ** COORDINATE_DECIMALS;
    const value = Math.round(degrees * scale) / scale;
    if (!STRICT[name].Check(value)) return undefined;
    return { value, reason: `rounded to ${COORDINATE_DECIMALS} decimals` };
  });
}
