import type { TSchema } from 'typebox';
import { BidRequestSchema } from '../src/core/openrtb/bid-request.ts';
import type { ReadableSchema } from '../src/lib/schema-fault.ts';

/** The path of every field that the bid request's schema declares, without indices: `imp.native.ver`. */
export function declaredFields(): readonly string[] {
  const schema: TSchema = BidRequestSchema;
  return fieldsOf(schema as ReadableSchema, '');
}

function fieldsOf({ properties, items }: ReadableSchema, path: string): readonly string[] {
  if (items !== undefined) return fieldsOf(items, path);
  return Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    return [fieldPath, ...fieldsOf(field, fieldPath)];
  });
}
