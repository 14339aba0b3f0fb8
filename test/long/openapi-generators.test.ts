/** What generators of clients stumble over. `test/long/clients.test.ts` runs some; here are the rules of those that it cannot. */
import { describe, expect, test } from 'bun:test';
import { adminApiDocument } from '../../src/host/admin/openapi.ts';
import { openApiDocument } from '../../src/host/http/openapi.ts';
import { opsOfParts } from '../../src/host/part.ts';
import { STANDARD_PARTS } from '../../src/programs/standard-parts.ts';
import type { Json, JsonObject } from '../properties/json.ts';

type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonObject }>>;
  };
};

type Described = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

/** As a client gets it. */
const asJson = (document: object): Described => JSON.parse(JSON.stringify(document));

/** What oapi-codegen and others add to the id of an operation to name its types. */
const SUFFIXES = [
  '',
  'Response',
  'Request',
  'Params',
  'Body',
  'JSONBody',
  'JSONRequestBody',
  'FormdataBody',
];

const DOCUMENTS = {
  'the public port': asJson(openApiDocument('https://ads.example.com')),
  'the admin port': asJson(adminApiDocument(opsOfParts(STANDARD_PARTS))),
};

for (const [port, document] of Object.entries(DOCUMENTS)) {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const schemas = Object.keys(document.components.schemas);

  describe(`the document of ${port}`, () => {
    test('names every operation, in camelCase', () => {
      expect(
        operations.filter(({ operationId }) => !/^[a-z][A-Za-z0-9]+$/.test(operationId)),
      ).toEqual([]);
    });

    test('names schemas in PascalCase', () => {
      expect(schemas.filter((name) => !/^([A-Z][a-z0-9]+)+$/.test(name))).toEqual([]);
    });

    test('has no name twice, in whatever case and with whatever is added to the name of an operation', () => {
      const ofOperations = operations.flatMap(({ operationId }) =>
        SUFFIXES.map((suffix) => `${operationId}${suffix}`),
      );
      const names = [...schemas, ...ofOperations].map((name) => name.toLowerCase());
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    });

    test('has no body whose schema is named like a parameter of its path: orval makes arguments of both', () => {
      const clashes = operations.filter(({ parameters = [], requestBody }) => {
        const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
          nameOf(schema),
        );
        return parameters.some(({ name }) => bodies.includes(name.toLowerCase()));
      });
      expect(clashes.map(({ operationId }) => operationId)).toEqual([]);
    });

    test('has no text body: openapi-python-client leaves out such an operation', () => {
      const withText = operations.filter(
        ({ requestBody }) => requestBody?.content['text/plain'] !== undefined,
      );
      expect(withText.map(({ operationId }) => operationId)).toEqual([]);
    });

    test('has no const, no keyword of our own, and no enum without a type, of booleans or with a constant named Client', () => {
      expect(faultsIn(document as unknown as Json)).toEqual([]);
    });
  });
}

function nameOf({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1)?.toLowerCase() : undefined;
}

function faultsIn(value: Json, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => faultsIn(item, `${path}[${index}]`));
  return [
    ...faultsOf(value).map((fault) => `${path}: ${fault}`),
    ...Object.entries(value).flatMap(([key, item]) => faultsIn(item, `${path}.${key}`)),
  ];
}

/** A field that has one of these names has an object there: its schema. */
function faultsOf(schema: JsonObject): readonly string[] {
  const keywords = ['const', 'discriminator', 'expects'].filter(
    (name) => Object.hasOwn(schema, name) && typeof schema[name] !== 'object',
  );
  const { enum: values, type } = schema;
  if (!Array.isArray(values)) return keywords;
  return [
    ...keywords,
    ...(type === undefined ? ['an enum without a type'] : []),
    ...(values.some((value) => typeof value === 'boolean') ? ['an enum of booleans'] : []),
    ...(values.includes('client') && schema['x-enum-varnames'] === undefined
      ? ['a constant Client']
      : []),
  ];
}
