import { fieldOf, isObject, type JsonObject } from '../../lib/schema-fault.ts';

/** What was changed in a request before it was validated. */
export type Repair = {
  /** The stable name of the row, for metrics and warnings. */
  readonly name: string;
  readonly field: string;
  readonly reason: string;
};

export type ReportRepair = (field: string, reason: string) => void;

/** Returns the same reference where there is nothing to repair, and reports fields by their paths in the object. */
export type ApplyRepair = (object: JsonObject, report: ReportRepair) => JsonObject;

/** A repair of the parsed body. */
export type RequestRepair = {
  readonly name: string;
  /** One sentence, as the documentation has it. */
  readonly description: string;
  readonly apply: ApplyRepair;
};

/** A repair that the reader of the body makes, before there is anything to parse. */
export type BodyRepair = Pick<RequestRepair, 'name' | 'description'>;

/** The repairs of the same object, one after the other. */
export function inOrder(...repairs: readonly ApplyRepair[]): ApplyRepair {
  return (object, report) => repairs.reduce((changed, apply) => apply(changed, report), object);
}

/** Repairs the field at a path like `device.geo.lat` where `repair` gives another value; undefined removes it. */
export function repairField(
  path: string,
  repair: (value: unknown) => { readonly value: unknown; readonly reason: string } | undefined,
): ApplyRepair {
  const lastDot = path.lastIndexOf('.');
  const name = path.slice(lastDot + 1);
  const apply: ApplyRepair = (object, report) => {
    const value = fieldOf(object, name) ?? undefined;
    const repaired = value === undefined ? undefined : repair(value);
    if (repaired === undefined) return object;
    report(name, repaired.reason);
    return repaired.value === undefined
      ? withoutField(object, name)
      : withField(object, name, repaired.value);
  };
  return lastDot === -1 ? apply : repairObject(path.slice(0, lastDot), apply);
}

/** Repairs the object at this path, if there is one. */
export function repairObject(path: string, apply: ApplyRepair): ApplyRepair {
  const [name = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? apply : repairObject(rest.join('.'), apply);
  return (object, report) => {
    const value = fieldOf(object, name);
    return isObject(value) ? withField(object, name, inner(value, inside(name, report))) : object;
  };
}

/** Repairs every object of a list. */
export function repairEach(name: string, apply: ApplyRepair): ApplyRepair {
  return (object, report) => {
    const items = fieldOf(object, name);
    if (!Array.isArray(items)) return object;
    const changed = items.map((item: unknown, index) =>
      isObject(item) ? apply(item, inside(`${name}[${index}]`, report)) : item,
    );
    return changed.every((item, index) => item === items[index])
      ? object
      : withField(object, name, changed);
  };
}

function inside(path: string, report: ReportRepair): ReportRepair {
  return (field, reason) => report(`${path}.${field}`, reason);
}

/** The object with another value in one field; the same reference where that is its value already. */
function withField(object: JsonObject, name: string, value: unknown): JsonObject {
  return object[name] === value ? object : { ...object, [name]: value };
}

export function withoutField(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = object;
  return rest;
}
