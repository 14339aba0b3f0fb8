import { isJsonObject, type Json } from './json.ts';
import { isUndeclared } from './shape.ts';

/**
 * A generated request without the declared fields that are null, told apart by the names that the
 * generator gives to undeclared ones rather than by a schema.
 */
export function withoutDeclaredNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutDeclaredNulls);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => field !== null || isUndeclared(name))
      .map(([name, field]) => [name, isOpaque(name) ? field : withoutDeclaredNulls(field)]),
  );
}

function isOpaque(name: string): boolean {
  return name === 'service_product_search' || isUndeclared(name);
}
