import { isObject } from '../lib/schema-fault.ts';
import { fieldOf, type JsonObject, withField } from './json-object.ts';
import type { Report, RequestRepair } from './repair.ts';

/** Walks to the places where a repair applies, and copies only the objects on the way to a change. */

export type Change = (object: JsonObject, path: string, report: Report) => JsonObject;

/** The change made to the object at this place of the request, if there is one: `device.geo`. */
export function changeAt(place: string, change: Change): RequestRepair['apply'] {
  return (request, report) => changeWithin(request, place.split('.'), place, change, report);
}

function changeWithin(
  object: JsonObject,
  [name, ...rest]: readonly string[],
  place: string,
  change: Change,
  report: Report,
): JsonObject {
  if (name === undefined) return change(object, place, report);
  const inner = fieldOf(object, name);
  if (!isObject(inner)) return object;
  return withField(object, name, changeWithin(inner, rest, place, change, report));
}

/** The change made to every impression. */
export function changeImps(change: Change): RequestRepair['apply'] {
  return (request, report) => {
    const imps = fieldOf(request, 'imp');
    if (!Array.isArray(imps)) return request;
    const changed = imps.map((imp: unknown, index) =>
      isObject(imp) ? change(imp, `imp[${index}]`, report) : imp,
    );
    return changed.every((imp, index) => imp === imps[index])
      ? request
      : { ...request, imp: changed };
  };
}

/** The object with a change made to the object in one of its fields, if there is one. */
export function changeField(
  object: JsonObject,
  name: string,
  change: (inner: JsonObject) => JsonObject,
): JsonObject {
  const inner = fieldOf(object, name);
  return isObject(inner) ? withField(object, name, change(inner)) : object;
}
