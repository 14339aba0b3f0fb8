import { preview } from '../lib/preview.ts';
import { fieldOf, type JsonObject, withoutField } from './json-object.ts';
import { changeAt } from './places.ts';
import type { Report, RequestRepair } from './repair.ts';
import { STRICT } from './strict.ts';

/** Values of enumerations that the strict endpoint does not know. One of a wrong type is left to be refused. */

export const unknownAt: RequestRepair = {
  name: 'at-ignored',
  description: 'An `at` other than 1 and 2 is ignored: the configured kind of auction is held.',
  apply: (request, report) => withoutUnknown(request, 'at', 'number', { path: 'at', report }),
};

export const unknownDeviceType: RequestRepair = {
  name: 'devicetype-ignored',
  description: 'A `device.devicetype` other than 1 to 7 is ignored.',
  apply: changeAt('device', (device, path, report) =>
    withoutUnknown(device, 'devicetype', 'number', { path: `${path}.devicetype`, report }),
  ),
};

export const unknownGender: RequestRepair = {
  name: 'gender-ignored',
  description: 'A `user.gender` other than `M`, `F` and `O` is ignored.',
  apply: changeAt('user', (user, path, report) =>
    withoutUnknown(user, 'gender', 'string', { path: `${path}.gender`, report }),
  ),
};

function withoutUnknown(
  object: JsonObject,
  name: 'at' | 'devicetype' | 'gender',
  type: 'number' | 'string',
  { path, report }: { readonly path: string; readonly report: Report },
): JsonObject {
  const value = fieldOf(object, name);
  if (typeof value !== type || STRICT[name].Check(value)) return object;
  report(path, `${preview(value)} is unknown here and ignored`);
  return withoutField(object, name);
}
