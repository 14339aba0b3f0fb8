import fc from 'fast-check';
import { anyJson } from '../../properties/graft.ts';
import type { Json } from '../../properties/json.ts';

/** What is read of a schema. References are those that `resolved` has replaced. */
export type ReadSchema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, ReadSchema>>;
  readonly required?: readonly string[];
  readonly items?: ReadSchema;
  readonly anyOf?: readonly ReadSchema[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
};

const ITEMS_MAX = 4;

/** Texts of a request, whose addresses nobody calls. */
const ANY_TEXT = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain());

/** Values that have the shape of the schema and often break its bounds; now and then anything at all. */
export function fromSchema(schema: ReadSchema, text = ANY_TEXT): fc.Arbitrary<Json> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 30, arbitrary: fitting(schema, text) },
    { weight: 1, arbitrary: anyJson },
  );
}

function fitting(schema: ReadSchema, text: fc.Arbitrary<string>): fc.Arbitrary<Json> {
  const { properties, required = [], items, anyOf } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => fitting(one, text)));
  if (properties !== undefined) {
    const model: Record<string, fc.Arbitrary<Json>> = {};
    for (const [name, field] of Object.entries(properties)) model[name] = fromSchema(field, text);
    const requiredKeys = required.filter((name) => Object.hasOwn(properties, name));
    return fc.record(model, { requiredKeys });
  }
  if (items !== undefined) return fc.array(fromSchema(items, text), { maxLength: ITEMS_MAX });
  switch (schema.type) {
    case 'string':
      return text;
    case 'integer':
    case 'number':
      return numberAround(schema);
    case 'boolean':
      return fc.boolean();
    default:
      return anyJson;
  }
}

function numberAround({ minimum = 0, maximum = 1e6 }: ReadSchema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, minimum + 0.01),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
  );
}
