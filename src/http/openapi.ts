import type { TSchema } from 'typebox';
import { BidRequestSchema } from '../openrtb/bid-request.ts';
import { BidResponseSchema } from '../openrtb/bid-response.ts';
import { NativeRequestSchema } from '../openrtb/native-request.ts';
import { ErrorBodySchema, STATUS_BY_CODE } from '../openrtb/refusal.ts';
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
      '/openrtb2': { post: bidOperation() },
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
      '/openapi.json': { get: documentOperation('This document') },
    },
    components: {
      schemas: {
        BidRequest: BidRequestSchema,
        NativeRequest: NativeRequestSchema,
        BidResponse: BidResponseSchema,
        Error: ErrorBodySchema,
      },
      headers: {
        'X-Request-Id': header('A UUID that names this request in our records', 'string'),
        'X-RateLimit-Limit': header('Requests a second in the tightest scope', 'integer'),
        'X-RateLimit-Remaining': header('Requests left in this second', 'integer'),
        'X-RateLimit-Reset': header('The epoch second at which the window ends', 'integer'),
        'X-OpenRTB-Version': header('2.6', 'string'),
        'X-NoBid-Reason': header('Why there is no bid', 'string'),
        'Retry-After': header('Seconds to wait', 'integer'),
      },
    },
  };
}

function bidOperation() {
  const errorsByStatus = Map.groupBy(
    Object.entries(STATUS_BY_CODE).filter(([code]) => code !== 'NOT_FOUND'),
    ([, status]) => status,
  );
  const errors = [...errorsByStatus].map(([status, entries]) => [
    status,
    errorResponse(entries.map(([code]) => code)),
  ]);
  return {
    summary: 'Ask for an ad',
    operationId: 'bid',
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
        headers: headers('X-OpenRTB-Version', 'X-NoBid-Reason'),
      },
      ...Object.fromEntries(errors),
    },
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

const COMMON_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

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
