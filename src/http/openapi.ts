import type { TSchema } from 'typebox';
import { ConversionSchema } from '../notices/conversion-fields.ts';
import { CONVERSION_PATHS, FORM_BY_WORD, NOTICE_ROOT, type NoticeForm } from '../notices/paths.ts';
import { BidRequestSchema } from '../openrtb/bid-request.ts';
import { BidResponseSchema } from '../openrtb/bid-response.ts';
import { NativeRequestSchema } from '../openrtb/native-request.ts';
import { ErrorBodySchema, type RefusalCode, STATUS_BY_CODE } from '../openrtb/refusal.ts';
import { FEEDBACK_KINDS, REPORT_REASONS } from '../sale/feedback.ts';
import { PATH_BY_ENDPOINT } from './endpoints.ts';
import { ASKS_TO_RETRY } from './reply.ts';

/** The OpenAPI description of the public port, made from the schemas that check the requests. */
export function openApiDocument(publicUrl: string) {
  return {
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
      [PATH_BY_ENDPOINT.strict]: { post: bidOperation() },
      [PATH_BY_ENDPOINT.repairing]: { post: repairingOperation() },
      '/': { get: documentOperation('A page for people who open the port in a browser') },
      '/healthz': { get: documentOperation('Whether the process is alive') },
      '/readyz': {
        get: {
          ...documentOperation('Whether the process takes requests'),
          responses: { 200: described('Ready'), 503: errorResponse(['SERVICE_UNAVAILABLE']) },
        },
      },
      '/capabilities': { get: documentOperation('What this exchange supports') },
      '/formats': { get: documentOperation('The ad formats known here') },
      '/categories': { get: documentOperation('Content categories across taxonomy versions') },
      '/sellers.json': { get: documentOperation('The publishers that are sold here (IAB)') },
      '/openapi.json': { get: documentOperation('This document') },
      ...noticePaths(),
      ...conversionPaths(),
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
      headers: {
        'X-Request-Id': header('A UUID that names this request in our records', 'string'),
        'X-RateLimit-Limit': header('Requests a second in the tightest scope', 'integer'),
        'X-RateLimit-Remaining': header('Requests left in this second', 'integer'),
        'X-RateLimit-Reset': header('The epoch second at which the window ends', 'integer'),
        'X-OpenRTB-Version': header('2.6', 'string'),
        'X-NoBid-Reason': header('Why there is no bid', 'string'),
        'X-NoBid-Detail': header(
          'What to change at this exchange, where the reason is one of its own',
          'string',
        ),
        'Retry-After': header('Seconds to wait', 'integer'),
      },
    },
  };
}

/** The refusals that a path can answer with, by their status. */
function errorsOf(codes: readonly RefusalCode[]) {
  const byStatus = Map.groupBy(codes, (code) => STATUS_BY_CODE[code]);
  return Object.fromEntries([...byStatus].map(([status, same]) => [status, errorResponse(same)]));
}

const BID_ERRORS: readonly RefusalCode[] = [
  'INVALID_REQUEST',
  'MISSING_REQUIRED_FIELD',
  'INVALID_FIELD_VALUE',
  'INVALID_FIELD_TYPE',
  'UNSUPPORTED_FORMAT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const NOTICE_ERRORS: readonly RefusalCode[] = [
  'FORBIDDEN',
  'GONE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const FEEDBACK_ERRORS: readonly RefusalCode[] = ['INVALID_FIELD_VALUE', ...NOTICE_ERRORS];

const FEEDBACK_PARAMETERS = [
  { name: 'k', in: 'query', required: true, schema: { enum: FEEDBACK_KINDS } },
  { name: 'r', in: 'query', required: false, schema: { enum: REPORT_REASONS } },
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

const COMMON_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

const NOTICE_SUCCESS: Readonly<Record<NoticeForm['reply'], object>> = {
  nothing: { 204: noticeSuccess('Recorded') },
  image: { 200: { ...noticeSuccess('Recorded; a pixel'), content: { 'image/gif': {} } } },
  script: {
    200: { ...noticeSuccess('Recorded; an empty script'), content: { 'text/javascript': {} } },
  },
  redirect: { 302: noticeSuccess('To the ad’s destination') },
};

function noticeSuccess(description: string) {
  return { description, headers: headers() };
}

/** Callers take these URLs from a bid response; they cannot make them. */
function noticePaths() {
  return Object.fromEntries(
    Object.entries(FORM_BY_WORD).map(([word, { kind, reply }]) => [
      `${NOTICE_ROOT}${word}/{token}`,
      {
        get: {
          summary: NOTICE_SUMMARY[kind],
          parameters: [
            { name: 'token', in: 'path', required: true, schema: { type: 'string' } },
            ...(kind === 'feedback' ? FEEDBACK_PARAMETERS : []),
          ],
          responses: {
            ...NOTICE_SUCCESS[reply],
            ...errorsOf(kind === 'feedback' ? FEEDBACK_ERRORS : NOTICE_ERRORS),
          },
        },
      },
    ]),
  );
}

const PIXEL_ERRORS: readonly RefusalCode[] = [
  'MISSING_REQUIRED_FIELD',
  'INVALID_FIELD_VALUE',
  'FORBIDDEN',
  'GONE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const CONVERSION_ERRORS: readonly RefusalCode[] = [
  'INVALID_REQUEST',
  'INVALID_FIELD_TYPE',
  'UNSUPPORTED_FORMAT',
  'UNAUTHORIZED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  ...PIXEL_ERRORS,
];

function conversionPaths() {
  const body = { schema: reference('Conversion') };
  const required: readonly string[] = ConversionSchema.required;
  return {
    [CONVERSION_PATHS.server]: {
      post: {
        summary:
          'An order, or another event, that follows from a click; from the advertiser’s server',
        operationId: 'conversion',
        security: [{ advertiserKey: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': body, 'application/x-www-form-urlencoded': body },
        },
        responses: { ...NOTICE_SUCCESS.nothing, ...errorsOf(CONVERSION_ERRORS) },
      },
    },
    [CONVERSION_PATHS.pixel]: {
      get: {
        summary: 'The same from a page, without a key: counted apart, and never charged',
        parameters: Object.entries(ConversionSchema.properties).map(([name, schema]) => ({
          name,
          in: 'query',
          required: required.includes(name),
          schema,
        })),
        responses: { ...NOTICE_SUCCESS.image, ...errorsOf(PIXEL_ERRORS) },
      },
    },
  };
}

function bidOperation() {
  return {
    summary: 'Ask for an ad',
    operationId: 'bid',
    // A publisher with keys has to show one; others send none.
    security: [{}, { publisherKey: [] }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: reference('BidRequest') } },
    },
    responses: {
      200: {
        description: 'The winning ad',
        headers: headers('X-OpenRTB-Version'),
        content: { 'application/json': { schema: reference('BidResponse') } },
      },
      204: {
        description: 'No suitable bid; not an error',
        headers: headers('X-OpenRTB-Version', 'X-NoBid-Reason', 'X-NoBid-Detail'),
      },
      ...errorsOf(BID_ERRORS),
    },
  };
}

/** Ruling 59. */
function repairingOperation() {
  const { requestBody, responses } = bidOperation();
  const { content } = requestBody;
  return {
    summary:
      'Ask for an ad, as Prebid does: what is not as the schema has it is repaired where that is safe',
    operationId: 'bidRepairing',
    parameters: [
      {
        name: 'empty',
        in: 'query',
        description: 'With 200, no bid is a 200 with an empty seatbid instead of a 204.',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      ...requestBody,
      content: { ...content, 'text/plain': content['application/json'] },
    },
    responses,
  };
}

function documentOperation(summary: string) {
  return { summary, responses: { 200: described(summary) } };
}

function described(description: string) {
  return {
    description,
    headers: headers(),
    content: { 'application/json': { schema: { type: 'object' } } },
  };
}

function errorResponse(codes: readonly string[]) {
  return {
    description: codes.join(', '),
    headers: codes.some((code) => ASKS_TO_RETRY.has(code)) ? headers('Retry-After') : headers(),
    content: { 'application/json': { schema: reference('Error') } },
  };
}

function headers(...own: readonly string[]) {
  return Object.fromEntries(
    [...COMMON_HEADERS, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function header(description: string, type: 'string' | 'integer') {
  return { description, schema: { type } satisfies TSchema };
}

function reference(schema: string) {
  return { $ref: `#/components/schemas/${schema}` };
}
