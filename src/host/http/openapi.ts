import type { TSchema } from 'typebox';
import { BidRequestSchema } from '../../core/openrtb/bid-request.ts';
import { BidResponseSchema } from '../../core/openrtb/bid-response.ts';
import { NativeRequestSchema } from '../../core/openrtb/native-request.ts';
import { NO_BID } from '../../core/openrtb/no-bid.ts';
import { FEEDBACK_KINDS, REPORT_REASONS } from '../../core/sale/feedback.ts';
import {
  CONVERSION_PATHS,
  FORM_BY_WORD,
  NOTICE_ROOT,
  type NoticeForm,
} from '../../core/sale/paths.ts';
import { ConversionSchema } from '../../ledger/notices/receive-conversion.ts';
import { ErrorBodySchema } from '../../lib/refusal.ts';
import { PUBLIC_CODES, type PublicCode } from '../../lib/refusal-codes.ts';
import { PATH_BY_ENDPOINT } from './endpoints.ts';
import { forGenerators, pascalCase } from './openapi-schema.ts';
import { ASKS_TO_RETRY } from './reply.ts';

const WHY_NO_BID = Object.entries(NO_BID)
  .map(([reason, { words }]) => `\`${reason}\`: ${words}`)
  .join('\n\n');

/** The OpenAPI description of the public port, made from the schemas that check the requests. */
export function openApiDocument(publicUrl: string) {
  return forGenerators({
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1',
      description:
        'An OpenRTB 2.6 exchange for native ads in conversations. Fields that are not listed are accepted and passed on.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    paths: {
      [PATH_BY_ENDPOINT.strict]: { post: BID },
      [PATH_BY_ENDPOINT.repairing]: { post: REPAIRING_BID },
      '/': get('getFrontPage', 'A page for people who open the port in a browser', {
        200: {
          description: 'The page',
          headers: headers(),
          content: { 'text/html': { schema: TEXT } },
        },
      }),
      '/healthz': get('getHealth', 'Whether the process is alive'),
      '/readyz': get('getReadiness', 'Whether the process takes requests', {
        200: json('Ready'),
        503: errorResponse(['SERVICE_UNAVAILABLE']),
      }),
      '/capabilities': get('getCapabilities', 'What this exchange supports'),
      '/formats': get('getFormats', 'The ad formats known here'),
      '/categories': get('getCategories', 'Content categories across taxonomy versions'),
      '/sellers.json': get('getSellers', 'The publishers that are sold here (IAB)'),
      '/openapi.json': get('getOpenApi', 'This document'),
      ...noticePaths(),
      ...CONVERSIONS,
    },
    components: {
      schemas: {
        BidRequest: BidRequestSchema,
        NativeRequest: NativeRequestSchema,
        BidResponse: BidResponseSchema,
        Conversion: ConversionSchema,
        Error: ErrorBodySchema,
      },
      securitySchemes: {
        publisherKey: { type: 'http', scheme: 'bearer' },
        advertiserKey: { type: 'http', scheme: 'bearer' },
      },
      headers: HEADERS,
    },
  });
}

const TEXT = { type: 'string' } satisfies TSchema;
const INTEGER = { type: 'integer' } satisfies TSchema;

const HEADERS = {
  'X-Request-Id': { description: 'A UUID that names this request in our records', schema: TEXT },
  'X-RateLimit-Limit': { description: 'Requests a second in the tightest scope', schema: INTEGER },
  'X-RateLimit-Remaining': { description: 'Requests left in this second', schema: INTEGER },
  'X-RateLimit-Reset': {
    description: 'The epoch second at which the window ends',
    schema: INTEGER,
  },
  'X-OpenRTB-Version': { description: '2.6', schema: TEXT },
  'X-NoBid-Reason': { description: WHY_NO_BID, schema: TEXT },
  'X-NoBid-Detail': {
    description: 'What to change at this exchange, where the reason is one of its own',
    schema: TEXT,
  },
  'Retry-After': { description: 'Seconds to wait', schema: INTEGER },
} as const;

/** Those of every answer, and more. */
function headers(...own: readonly (keyof typeof HEADERS)[]) {
  const common = Object.keys(HEADERS).filter((name) => /^X-R(?:equest|ate)/.test(name));
  return Object.fromEntries(
    [...common, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const reference = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });

const json = (description: string, schema: object = { type: 'object' }) => ({
  description,
  headers: headers(),
  content: { 'application/json': { schema } },
});

const get = (operationId: string, summary: string, responses: object = { 200: json(summary) }) => ({
  get: { summary, operationId, responses },
});

function errorResponse(codes: readonly PublicCode[]) {
  const description = codes.map((code) => `${code}: ${PUBLIC_CODES[code].words}`).join('\n\n');
  const isRetried = codes.some((code) => ASKS_TO_RETRY.has(code));
  const own = isRetried ? headers('Retry-After') : headers();
  return { ...json(description, reference('Error')), headers: own };
}

/** The refusals that a path can answer with, by their status. */
function errorsOf(codes: readonly PublicCode[]) {
  const byStatus = Map.groupBy(codes, (code) => PUBLIC_CODES[code].status);
  return Object.fromEntries([...byStatus].map(([status, same]) => [status, errorResponse(same)]));
}

const allBut = (...others: readonly PublicCode[]) =>
  (Object.keys(PUBLIC_CODES) as PublicCode[]).filter((code) => !others.includes(code));

const BID = {
  summary: 'Ask for an ad',
  operationId: 'requestBid',
  // A publisher with keys has to show one; others send none.
  security: [{}, { publisherKey: [] }],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: reference('BidRequest') } },
  },
  responses: {
    200: {
      ...json('The winning ad', reference('BidResponse')),
      headers: headers('X-OpenRTB-Version'),
    },
    204: {
      description: 'No suitable bid; not an error',
      headers: headers('X-OpenRTB-Version', 'X-NoBid-Reason', 'X-NoBid-Detail'),
    },
    ...errorsOf(allBut('NOT_FOUND', 'METHOD_NOT_ALLOWED', 'GONE')),
  },
};

/** Ruling 59. */
const REPAIRING_BID = {
  summary:
    'Ask for an ad, as Prebid does: what is not as the schema has it is repaired where that is safe',
  operationId: 'requestRepairedBid',
  description: 'The body may also be sent as text/plain, as browsers do to avoid a preflight.',
  parameters: [
    {
      name: 'empty',
      in: 'query',
      description: 'With 200, no bid is a 200 with an empty seatbid instead of a 204.',
      schema: TEXT,
    },
  ],
  // Generators leave out an operation with a text body. The JSON that a browser sends as text/plain is the same.
  requestBody: BID.requestBody,
  responses: BID.responses,
};

const NOTICE_ERRORS: readonly PublicCode[] = [
  'FORBIDDEN',
  'GONE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const NOTICE_SUMMARY: Readonly<Record<NoticeForm['kind'], string>> = {
  win: 'The bid won the caller’s auction (nurl)',
  bill: 'The ad is billable (burl)',
  loss: 'The bid lost the caller’s auction (lurl)',
  impression: 'The ad was shown',
  viewable: 'The ad was viewable',
  click: 'The ad was clicked',
  feedback: 'Somebody hid the ad, reported it or wants nothing of its advertiser',
};

const noticed = (description: string, type?: string) => ({
  description,
  headers: headers(),
  ...(type === undefined ? {} : { content: { [type]: {} } }),
});

const NOTICE_SUCCESS: Readonly<Record<NoticeForm['reply'], object>> = {
  nothing: { 204: noticed('Recorded') },
  image: { 200: noticed('Recorded; a pixel', 'image/gif') },
  script: { 200: noticed('Recorded; an empty script', 'text/javascript') },
  redirect: { 302: noticed('To the ad’s destination') },
};

/** Callers take these URLs from a bid response; they cannot make them. No body is read. */
function noticePaths() {
  return Object.fromEntries(
    Object.entries(FORM_BY_WORD).map(([word, form]) => [
      `${NOTICE_ROOT}${word}/{token}`,
      {
        get: noticeOperation(`get${pascalCase(word)}Notice`, form),
        post: noticeOperation(`post${pascalCase(word)}Notice`, form),
      },
    ]),
  );
}

function noticeOperation(operationId: string, { kind, reply }: NoticeForm) {
  const isFeedback = kind === 'feedback';
  return {
    summary: NOTICE_SUMMARY[kind],
    operationId,
    parameters: [
      { name: 'token', in: 'path', required: true, schema: TEXT },
      ...(isFeedback
        ? [
            { name: 'k', in: 'query', required: true, schema: { enum: FEEDBACK_KINDS } },
            { name: 'r', in: 'query', required: false, schema: { enum: REPORT_REASONS } },
          ]
        : []),
    ],
    responses: {
      ...NOTICE_SUCCESS[reply],
      ...errorsOf(isFeedback ? ['INVALID_FIELD_VALUE', ...NOTICE_ERRORS] : NOTICE_ERRORS),
    },
  };
}

const CONVERSION = { schema: reference('Conversion') };
const CONVERSION_REQUIRED: readonly string[] = ConversionSchema.required;

const CONVERSIONS = {
  [CONVERSION_PATHS.server]: {
    post: {
      summary:
        'An order, or another event, that follows from a click; from the advertiser’s server',
      operationId: 'sendConversion',
      security: [{ advertiserKey: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': CONVERSION,
          'application/x-www-form-urlencoded': CONVERSION,
        },
      },
      responses: {
        ...NOTICE_SUCCESS.nothing,
        ...errorsOf(allBut('NOT_FOUND', 'METHOD_NOT_ALLOWED')),
      },
    },
  },
  [CONVERSION_PATHS.pixel]: {
    get: {
      summary: 'The same from a page, without a key: counted apart, and never charged',
      operationId: 'getConversionPixel',
      parameters: Object.entries(ConversionSchema.properties).map(([name, schema]) => ({
        ...{ name, in: 'query', required: CONVERSION_REQUIRED.includes(name), schema },
      })),
      responses: {
        ...NOTICE_SUCCESS.image,
        ...errorsOf([
          'MISSING_REQUIRED_FIELD',
          'INVALID_FIELD_VALUE',
          'RATE_LIMIT_EXCEEDED',
          ...NOTICE_ERRORS,
        ]),
      },
    },
  },
};
