import { isObject } from '../lib/schema-fault.ts';
import { fieldOf, type JsonObject, withField } from './json-object.ts';
import type { Report, RequestRepair } from './repair.ts';

/** Walks to the places where a repair applies, and copies only the objects on the way to a change. */

export type Change = (object: JsonObject, path: string, report: Report) => JsonObject;

/** The change made to the object at this place of the request, if there is one: `device.geo`. */
export function changeAt(place: string, change: Change): RequestRepair['apply'] {
  const names = place.split('.');
  const within = (object: JsonObject, depth: number, report: Report): JsonObject => {
    const name = names[depth];
    if (name === undefined) return change(object, place, report);
    return changeField(object, name, (inner) => within(inner, depth + 1, report));
  };
  return (request, report) => within(request, 0, report);
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
