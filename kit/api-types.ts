import { join } from 'node:path';

/** Turns an OpenAPI 3.1 document of a Parley exchange into the TypeScript of `src/api.ts`. */

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

type Body = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };

type Operation = {
  readonly summary?: string;
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
};

export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const HEAD = `// Made by \`bin/bun kit/generate-api.ts\` from an exchange's /openapi.json. Do not edit.
`;

/** As the formatter of this project writes it, so that the linter has nothing to say. */
export async function apiSource(document: OpenApi): Promise<string> {
  const root = join(import.meta.dir, '..');
  const biome = Bun.spawn(
    [join(root, 'node_modules/.bin/biome'), 'format', '--stdin-file-path=kit/src/api.ts'],
    { cwd: root, stdin: new Blob([typesOf(document)]), stdout: 'pipe', stderr: 'pipe' },
  );
  const text = await new Response(biome.stdout).text();
  if ((await biome.exited) !== 0) throw new Error(await new Response(biome.stderr).text());
  return text;
}

function typesOf({ paths, components }: OpenApi): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${typeName(name)} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      [
        comment(operation.summary),
        `'${method.toUpperCase()} ${path}': ${endpointOf(operation)};`,
      ].join(''),
    ),
  );
  const endpoints = [
    '/** What each path takes and answers, by status. */',
    `export type Endpoints = {\n${operations.join('\n')}\n};`,
  ];
  return [HEAD, schemas.join('\n\n'), '', ...endpoints, ''].join('\n');
}

/** `Error` would hide the global of that name. */
function typeName(schema: string): string {
  return schema === 'Error' ? 'ErrorBody' : schema;
}

function endpointOf({ requestBody, responses }: Operation): string {
  const answers = Object.entries(responses).map(
    ([status, body]) => `readonly ${status}: ${bodyType(body) ?? 'undefined'};`,
  );
  const request = requestBody === undefined ? 'undefined' : (bodyType(requestBody) ?? 'unknown');
  return `{ readonly request: ${request}; readonly answers: { ${answers.join(' ')} } }`;
}

function bodyType({ content }: Body): string | undefined {
  const [media] = Object.values(content ?? {});
  return media === undefined ? undefined : typeOf(media.schema ?? {});
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return typeName(schema.$ref.split('/').at(-1) ?? '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectType({ properties, required = [] }: Schema): string {
  if (properties === undefined) return 'Readonly<Record<string, unknown>>';
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema.description)}readonly ${keyOf(name)}${mark}: ${typeOf(schema)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
}

function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`;
}
