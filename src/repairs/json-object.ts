export type JsonObject = Readonly<Record<string, unknown>>;

/** The object with another value in one field; the same reference where that is its value already. */
export function withField(object: JsonObject, name: string, value: unknown): JsonObject {
  return object[name] === value ? object : { ...object, [name]: value };
}

export function withoutField(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = object;
  return rest;
}

/** The own value of a field; a name that objects inherit is no field. */
export function fieldOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
