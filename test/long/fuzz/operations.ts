import type { Json } from '../../properties/json.ts';
import type { DoorAddresses, Port } from '../doors.ts';
import type { ReadSchema } from './from-schema.ts';

/** An operation as the OpenAPI document of its port has it. */
export type Operation = {
  readonly port: Port;
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly body: ReadSchema | undefined;
  /** Those that the document declares. */
  readonly statuses: readonly number[];
};

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema?: ReadSchema;
};

/** A tool of the seller for AI buyers. */
export type SellerTool = { readonly name: string; readonly inputSchema: ReadSchema };

type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
};

type DocumentedOperation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: ReadSchema }>>;
  };
  readonly responses: Readonly<Record<string, object>>;
};

const OF_PUBLISHER = '/api/publishers/{publisher}/';
const OWN = '/api/portal/';

/** Every operation of the documents; what people of publishers may call is called at their port as well. */
export async function readOperations(doors: DoorAddresses): Promise<readonly Operation[]> {
  const ofPublic = operationsOf(await documentOf(doors, 'public'), 'public');
  const ofAdmin = operationsOf(await documentOf(doors, 'admin'), 'admin');
  const ofPortal = ofAdmin
    .filter(({ template }) => template.startsWith(OF_PUBLISHER))
    .map((one) => {
      const template = one.template.replace(OF_PUBLISHER, OWN);
      return { ...one, port: 'portal' as const, template };
    });
  return [...ofPublic, ...ofAdmin, ...ofPortal];
}

async function documentOf({ urls, tokens }: DoorAddresses, port: Port): Promise<OpenApiDocument> {
  const headers = { Authorization: `Bearer ${tokens.admin}` };
  const response = await fetch(`${urls[port]}/openapi.json`, { headers });
  const document = (await response.json()) as Json;
  return resolved(document, document, 0) as unknown as OpenApiDocument;
}

const DEPTH_MAX = 40;

/** Replaces each reference by what it names. A schema that contains itself is cut at the deepest level. */
function resolved(value: Json, document: Json, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) return {};
  if (Array.isArray(value)) return value.map((one) => resolved(one, document, depth + 1));
  const { $ref } = value;
  if (typeof $ref === 'string') return resolved(named($ref, document), document, depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, resolved(one, document, depth + 1)]),
  );
}

function named(reference: string, document: Json): Json {
  let value: Json | undefined = document;
  for (const key of reference.replace('#/', '').split('/')) {
    value = (value as Readonly<Record<string, Json>> | undefined)?.[key];
  }
  if (value === undefined) throw new Error(`${reference} leads nowhere`);
  return value;
}

function operationsOf({ paths }: OpenApiDocument, port: Port): readonly Operation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      port,
      template,
      method: method.toUpperCase(),
      parameters,
      body: Object.values(requestBody?.content ?? {})[0]?.schema,
      statuses: Object.keys(responses).map(Number),
    })),
  );
}

export async function readTools({ urls, tokens }: DoorAddresses): Promise<readonly SellerTool[]> {
  const response = await fetch(`${urls.public}${SELLER_PATH}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${tokens.buyer}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const { result } = (await response.json()) as {
    readonly result: { readonly tools: readonly SellerTool[] };
  };
  return result.tools;
}

export const SELLER_PATH = '/adcp/mcp';
