import { CAMPAIGN_ROW_STATES, CAMPAIGN_SORTS } from '../../console/campaigns/api.ts';
import { CampaignSchema } from '../../demand/campaigns/campaign-schema.ts';
import { REPORT_DIMENSIONS } from '../../sale/dimension-words.ts';
import { REPORT_COLUMNS } from '../../sale/measures.ts';
import { CREATIVE_STATES } from '../../store/stored-campaign.ts';
import { DELIVERY_DAYS_MAX } from './store-call.ts';

/** The OpenAPI description of campaigns and reports, made from the schema that checks campaigns and the tables of reports. */
export function adminApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley campaigns and reports',
      version: '1',
      description: 'The campaigns of the store and the reports of the ledger, on the admin port.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ adminToken: [] }],
    paths: { ...campaignPaths(), ...creativePaths(), ...reportPaths() },
    components: {
      securitySchemes: { adminToken: { type: 'http', scheme: 'bearer' } },
      schemas: { Campaign: CampaignSchema, StoredCampaign, ReportRow, Error: ErrorBody },
    },
  };
}

const CAMPAIGN_STATES_SHOWN = ['draft', 'active', 'paused', 'archived'];

const StoredCampaign = {
  type: 'object',
  required: [
    'partner',
    'state',
    'revision',
    'changedAt',
    'changedBy',
    'campaign',
    'reviews',
    'approved',
    'pending',
  ],
  properties: {
    partner: { type: 'string' },
    state: { enum: CAMPAIGN_STATES_SHOWN },
    revision: { type: 'integer', description: 'Also the ETag, for If-Match.' },
    createdAt: { type: 'string', format: 'date-time' },
    changedAt: { type: 'string', format: 'date-time' },
    changedBy: { type: 'string', description: 'The name of the token.' },
    campaign: { ...ref('Campaign'), description: 'As it was edited last.' },
    approved: {
      anyOf: [ref('Campaign'), { type: 'null' }],
      description:
        'As it serves while it is active: the content that was approved last, with the price, budget, flight and targeting of now. Null: nothing of it is approved.',
    },
    pending: {
      type: 'array',
      description: 'Where the campaign differs from what is approved. Creatives go by their ids.',
      items: {
        type: 'object',
        required: ['field'],
        properties: { field: { type: 'string' }, from: {}, to: {} },
      },
    },
    reviews: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          creative: { type: 'string' },
          state: { enum: CREATIVE_STATES },
          reason: { type: 'string' },
        },
      },
    },
  },
};

const ErrorBody = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        details: {
          type: 'object',
          properties: {
            reason: { type: 'string' },
            faults: {
              type: 'array',
              description: 'Every fault of a campaign, with the path of its field.',
              items: {
                type: 'object',
                properties: { field: { type: 'string' }, reason: { type: 'string' } },
              },
            },
          },
        },
        request_id: { type: 'string' },
      },
    },
  },
};

function campaignPaths() {
  const at = [inPath('partner'), inPath('campaign')];
  return {
    '/api/campaigns': {
      get: operation('Campaigns of files and of the store, fifty a page', listFilters()),
      post: {
        ...operation(
          'Creates a draft',
          [inQuery('partner', { type: 'string' }), inHeader('Idempotency-Key')],
          [201, 409, 413, 422],
        ),
        requestBody: body(ref('Campaign')),
      },
    },
    '/api/campaigns/check': {
      post: {
        ...operation('The faults of a campaign, without a change', []),
        requestBody: body(ref('Campaign')),
      },
    },
    '/api/campaigns/{partner}/{campaign}': {
      get: operation('One campaign of the store', at, [200, 404]),
      put: {
        ...operation('Replaces it', [...at, inHeader('If-Match', true)], [200, 404, 412, 422, 428]),
        requestBody: body(ref('Campaign')),
      },
      delete: operation('Deletes a draft', [...at, inHeader('If-Match')], [204, 404, 409, 412]),
    },
    '/api/campaigns/{partner}/{campaign}/state': {
      post: {
        ...operation(
          'Starts, pauses or archives it',
          [...at, inHeader('If-Match')],
          [200, 404, 409, 412],
        ),
        requestBody: body({
          type: 'object',
          required: ['state'],
          properties: { state: { enum: CAMPAIGN_STATES_SHOWN } },
        }),
      },
    },
    '/api/campaigns/{partner}/{campaign}/delivery': {
      get: operation('How far it gets, from requests that match it to clicks, and what it loses', [
        ...at,
        inQuery('days', { type: 'integer', minimum: 1, maximum: DELIVERY_DAYS_MAX }),
      ]),
    },
    '/api/campaigns/{partner}/{campaign}/history': {
      get: operation('Who changed what and when, the latest first', [
        ...at,
        inQuery('before', { type: 'integer' }),
      ]),
    },
  };
}

function listFilters() {
  return [
    inQuery('find', { type: 'string' }),
    inQuery('state', { enum: CAMPAIGN_ROW_STATES }),
    inQuery('partner', { type: 'string' }),
    inQuery('sort', { enum: CAMPAIGN_SORTS }),
    inQuery('page', { type: 'integer', minimum: 1 }),
  ];
}

function creativePaths() {
  const at = [inPath('partner'), inPath('campaign'), inPath('creative')];
  return {
    '/api/creatives': {
      get: operation('Creatives of the store, fifty a page', [
        inQuery('find', { type: 'string' }),
        inQuery('state', { enum: CREATIVE_STATES }),
        inQuery('partner', { type: 'string' }),
        inQuery('campaign', { type: 'string' }),
        inQuery('page', { type: 'integer', minimum: 1 }),
      ]),
    },
    '/api/creatives/{partner}/{campaign}/{creative}': {
      get: operation('One creative, with the revision of its campaign as the ETag', at, [200, 404]),
      put: {
        ...operation(
          'Replaces one creative of a campaign',
          [...at, inHeader('If-Match', true)],
          [200, 404, 409, 412, 422, 428],
        ),
        requestBody: body(CampaignSchema.properties.creatives.items),
      },
    },
    '/api/creatives/{partner}/{campaign}/{creative}/review': {
      post: {
        ...operation(
          'Approves or rejects a creative, together with its advertiser, domain and categories',
          [...at, inHeader('If-Match', true)],
          [200, 404, 412, 428],
        ),
        requestBody: body({
          type: 'object',
          required: ['state'],
          properties: {
            state: { enum: CREATIVE_STATES },
            reason: { type: 'string', maxLength: 500 },
          },
        }),
      },
    },
    '/api/audit': {
      get: operation('The audit log, the latest first', [inQuery('before', { type: 'integer' })]),
    },
  };
}

/** Amounts are text, since they are exact. Null where a column does not apply to a row. */
const ReportRow = {
  type: 'object',
  properties: Object.fromEntries([
    ...REPORT_DIMENSIONS.map((name) => [name, { type: 'string' }]),
    ...[...REPORT_COLUMNS].map(([name, column]) => [
      name,
      { type: ['string', 'number', 'null'], description: column.meaning },
    ]),
  ]),
};

function reportPaths() {
  const by = { type: 'array', uniqueItems: true, items: { enum: REPORT_DIMENSIONS } };
  const report = operation(
    'What was asked, sold, shown and owed: `rows`, and their `totals`, as `ReportRow`',
    [
      { ...inQuery('by', by), explode: false },
      ...['last', 'from', 'to', 'zone'].map((name) => inQuery(name, { type: 'string' })),
      inQuery('where', { type: 'array', items: { type: 'string' } }),
      inQuery('format', { enum: ['json', 'csv'] }),
    ],
    [200, 400],
  );
  return { '/api/report': { get: report } };
}

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

function body(schema: object) {
  return { required: true, content: { 'application/json': { schema } } };
}

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const inQuery = (name: string, schema: object) => ({ name, in: 'query', schema });
const inHeader = (name: string, required = false) => ({
  name,
  in: 'header',
  required,
  schema: { type: 'string' },
});

/** Every call may also be refused for its token, its role, its rate or a database that is down. */
const ALWAYS = [401, 403, 429, 503];

function operation(summary: string, parameters: readonly object[], statuses = [200]) {
  const answers = [...statuses, ...ALWAYS].map((status) => [
    status,
    {
      description: summary,
      ...(status >= 400 ? { content: { 'application/json': { schema: ref('Error') } } } : {}),
    },
  ]);
  return { summary, parameters, responses: Object.fromEntries(answers) };
}
