import { type Schema, schemaTables } from './schema-tables.ts';

/** What the reference reads of an OpenAPI document. */
export type ApiDocument = {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

type Operation = {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>;
};

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
};

type Body = {
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
};

/** A page of Markdown that lists every operation and every field. */
export function apiReference(title: string, source: string, document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationText(path, method, operation)),
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `## ${name}\n\n${schemaTables(schema)}`,
  );
  const intro = `${document.info.description} This page is made from \`${source}\`.`;
  return `# ${title}\n\n${intro}\n\n${[...operations, ...schemas].join('\n\n')}\n`;
}

function operationText(path: string, method: string, operation: Operation): string {
  const { summary, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(
    (one) =>
      `| \`${one.name}\` | ${one.in} | ${one.required ? 'yes' : 'no'} | ${one.description ?? ''} |`,
  );
  const parameterTable =
    rows.length === 0 ? [] : ['| Parameter | In | Required | |\n|---|---|---|---|', ...rows];
  const answers = Object.entries(responses).map(
    ([status, body]) => `| ${status} | ${body.description} | ${schemaLink(body)} |`,
  );
  return [
    `## ${method.toUpperCase()} ${path}\n`,
    `${summary}.\n`,
    ...(requestBody === undefined ? [] : [`Body: ${schemaLink(requestBody)}\n`]),
    ...(parameterTable.length === 0 ? [] : [...parameterTable, '']),
    '| Status | | Body |\n|---|---|---|',
    ...answers,
  ].join('\n');
}

function schemaLink({ content }: Body): string {
  const reference = Object.values(content ?? {})[0]?.schema?.$ref;
  const name = reference?.split('/').at(-1);
  return name === undefined ? '' : `[${name}](#${name.toLowerCase()})`;
}
