import { isObject } from '../lib/schema-fault.ts';
import { fieldOf, type JsonObject, withField, withoutField } from './json-object.ts';
import { changeAt, changeField, changeImps } from './places.ts';
import type { Report, RequestRepair } from './repair.ts';

/** The fields of which the strict endpoint refuses an empty string, beside those that must be there. */
const FIELDS_BY_PLACE = {
  site: 'domain',
  app: 'bundle',
  'device.geo': 'country',
  user: 'gender',
  regs: 'us_privacy',
  'regs.ext': 'us_privacy',
} as const;

const inRequest = Object.entries(FIELDS_BY_PLACE).map(([place, name]) =>
  changeAt(place, (object, path, report) => withoutEmpty(object, name, path, report)),
);

const inImps = changeImps((imp, path, report) => {
  const cleaned = withoutEmpty(imp, 'bidfloorcur', path, report);
  const withNative = changeField(cleaned, 'native', (native) =>
    withoutEmpty(native, 'ver', `${path}.native`, report),
  );
  return changeField(withNative, 'pmp', (pmp) => cleanDeals(pmp, `${path}.pmp.deals`, report));
});

export const emptyStrings: RequestRepair = {
  name: 'empty-string-absent',
  description:
    'An empty string counts as absent in `site.domain`, `app.bundle`, `device.geo.country`, `user.gender`, `us_privacy`, `bidfloorcur` and `native.ver`.',
  apply: (request, report) =>
    [...inRequest, inImps].reduce((repaired, apply) => apply(repaired, report), request),
};

function cleanDeals(pmp: JsonObject, path: string, report: Report): JsonObject {
  const deals = fieldOf(pmp, 'deals');
  if (!Array.isArray(deals)) return pmp;
  const cleaned = deals.map((deal: unknown) =>
    isObject(deal) && fieldOf(deal, 'bidfloorcur') === ''
      ? withoutField(deal, 'bidfloorcur')
      : deal,
  );
  if (cleaned.every((deal, index) => deal === deals[index])) return pmp;
  // Once for all of them: there can be thousands.
  report(path, 'an empty bidfloorcur counts as absent');
  return withField(pmp, 'deals', cleaned);
}

function withoutEmpty(object: JsonObject, name: string, path: string, report: Report): JsonObject {
  if (fieldOf(object, name) !== '') return object;
  report(`${path}.${name}`, 'an empty string counts as absent');
  return withoutField(object, name);
}
