import { AdvertiserSchema } from '../../demand/advertiser-schema.ts';
import { BuyerSchema, ProductSchema } from '../../demand/buyer-schema.ts';
import { CampaignSchema } from '../../demand/campaigns/campaign-schema.ts';
import { type AnyOp, isNothing } from '../../lib/op.ts';
import { isBranch, type ReadableSchema } from '../../lib/schema-fault.ts';
import { PartnerSchema, PublisherSchema } from '../../store/account-kinds.ts';
import { forGenerators, pascalCase } from '../http/openapi-schema.ts';

/** The OpenAPI description of campaigns, reports and statements, made from the operations, the schema that checks campaigns and the tables of reports. */
export function adminApiDocument(ops: readonly AnyOp[]) {
  const paths: Record<string, Record<string, object>> = { '/': { get: CONSOLE } };
  for (const op of ops) {
    const [method = '', path = ''] = op.name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: described(op, method, path) };
  }
  return forGenerators({
    openapi: '3.1.0',
    info: {
      title: 'Parley campaigns, accounts, reports and statements',
      version: '1',
      description:
        'The campaigns, publishers, partners, advertisers and AI buyers of the store, and the reports and statements of the ledger, on the admin port; and a check of bid requests.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ adminToken: [] }],
    paths,
    components: {
      securitySchemes: { adminToken: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries([...NAMED].map(([schema, name]) => [name, schema])),
        Error: ErrorBody,
      },
    },
  });
}

const CONSOLE = {
  summary: 'The console, for people who open the port in a browser',
  operationId: 'getConsole',
  security: [],
  responses: {
    200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } },
  },
};

/** `GET /api/campaigns/{partner}/{campaign}` → `getCampaignsByPartnerByCampaign` */
function operationIdOf(method: string, path: string): string {
  return `${method.toLowerCase()}${pascalCase(path.replace('/api/', '').replaceAll('{', 'by/'))}`;
}

const ALWAYS = [401, 403, 429, 503];
const TOO_LARGE = 413;

/** What may come of an operation follows from its declaration. */
function described(op: AnyOp, method: string, path: string) {
  const { summary, role, openTo, body, answer, bodyTypes = ['application/json'], ifMatch } = op;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const query = op.query as ReadableSchema;
  const header = (name: string, required: boolean) => {
    return { name, in: 'header', required, schema: TEXT };
  };
  const hasBody = !isNothing(body);
  const isChange = method !== 'GET';
  const made = isNothing(answer) ? 204 : op.location === undefined ? 200 : 201;
  const failures = [
    ...(hasBody || query.properties ? [400] : []),
    ...ALWAYS,
    404,
    ...(isChange ? [409, TOO_LARGE] : []),
    ...(ifMatch === undefined ? [] : [412]),
    ...(hasBody ? [422] : []),
    ...(ifMatch === 'required' ? [428] : []),
  ];
  const failed = { description: summary, content: contentOf(['application/json'], ref('Error')) };
  return {
    operationId: operationIdOf(method, path),
    summary,
    description: `Needs the role ${role}.${openTo === undefined ? '' : ` People of the publisher call it at ${path.replace('publishers/{publisher}', 'portal')}.`}`,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: TEXT })),
      ...Object.entries(query.properties ?? {}).map(([name, schema]) => {
        const required = query.required?.includes(name) ?? false;
        return { name, in: 'query', required, schema: linked(schema) };
      }),
      ...(ifMatch === undefined ? [] : [header('If-Match', ifMatch === 'required')]),
      ...(op.hasKey ? [header('Idempotency-Key', false)] : []),
    ],
    responses: {
      [made]: {
        description: summary,
        ...(made === 204 ? {} : { content: contentOf(['application/json'], linked(answer)) }),
      },
      ...Object.fromEntries(failures.map((status) => [status, failed])),
    },
    ...(hasBody
      ? { requestBody: { required: true, content: contentOf(bodyTypes, linked(body)) } }
      : {}),
  };
}

/** The schemas that are used in several places, by their names in the document. */
const NAMED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [CampaignSchema, 'CampaignDefinition'],
  [PublisherSchema, 'PublisherDefinition'],
  [PartnerSchema, 'PartnerDefinition'],
  [AdvertiserSchema, 'AdvertiserDefinition'],
  [BuyerSchema, 'BuyerDefinition'],
  [ProductSchema, 'ProductDefinition'],
]);

/** The schema with references to those that have a name. */
function linked(schema: object): object {
  const name = NAMED.get(schema);
  if (name !== undefined) return ref(name);
  if (Array.isArray(schema)) return schema.map((item) => (isBranch(item) ? linked(item) : item));
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, isBranch(value) ? linked(value) : value]),
  );
}

function contentOf(types: readonly string[], schema: object) {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

const TEXT = { type: 'string' };

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

const ErrorBody = object({
  error: object({
    code: TEXT,
    message: TEXT,
    details: object({
      reason: TEXT,
      faults: {
        ...listOf({ field: TEXT, reason: TEXT }),
        description: 'Every fault of what was sent, with the path of its field.',
      },
    }),
    request_id: TEXT,
  }),
});

function object(properties: object) {
  return { type: 'object', properties };
}

function listOf(properties: object) {
  return { type: 'array', items: object(properties) };
}
