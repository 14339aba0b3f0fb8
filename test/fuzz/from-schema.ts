import fc from 'fast-check';
import { anyJson } from '../properties/graft.ts';
import type { Json } from '../properties/json.ts';

/** What is read of a schema of the request. */
export type RequestSchema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
  readonly items?: RequestSchema;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
};

const ITEMS_MAX = 4;

/** Values that have the shape of the schema and often break its bounds; now and then anything at all. */
export function fromSchema(schema: RequestSchema): fc.Arbitrary<Json> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 30, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: anyJson },
  );
}

function fitting(schema: RequestSchema): fc.Arbitrary<Json> {
  const { properties, required = [], items } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (properties !== undefined) {
    const model: Record<string, fc.Arbitrary<Json>> = {};
    for (const [name, field] of Object.entries(properties)) model[name] = fromSchema(field);
    const requiredKeys = required.filter((name) => Object.hasOwn(properties, name));
    return fc.record(model, { requiredKeys });
  }
  if (items !== undefined) return fc.array(fromSchema(items), { maxLength: ITEMS_MAX });
  switch (schema.type) {
    case 'string':
      return fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain());
    case 'integer':
    case 'number':
      return numberAround(schema);
    case 'boolean':
      return fc.boolean();
    default:
      return anyJson;
  }
}

function numberAround({ minimum = 0, maximum = 1e6 }: RequestSchema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, minimum + 0.01),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
  );
}
