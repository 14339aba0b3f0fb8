import type { TSchema } from 'typebox';
import { BidRequestSchema } from '../../core/openrtb/bid-request.ts';
import { BidResponseSchema } from '../../core/openrtb/bid-response.ts';
import { NativeRequestSchema } from '../../core/openrtb/native-request.ts';
import { NO_BID } from '../../core/openrtb/no-bid.ts';
import { ConversionSchema } from '../../ledger/notices/receive-conversion.ts';
import { ErrorBodySchema } from '../../lib/refusal.ts';
import type { PublicCode } from '../../lib/refusal-codes.ts';
import { PATH_BY_ENDPOINT } from './endpoints.ts';
import { conversionPaths, noticePaths } from './openapi-notices.ts';
import { errorResponse, errorsOf, headers, reference } from './openapi-parts.ts';
import { forGenerators } from './openapi-schema.ts';

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
      [PATH_BY_ENDPOINT.strict]: { post: bidOperation() },
      [PATH_BY_ENDPOINT.repairing]: { post: repairingOperation() },
      '/': { get: FRONT_PAGE },
      '/healthz': { get: documentOperation('getHealth', 'Whether the process is alive') },
      '/readyz': {
        get: {
          ...documentOperation('getReadiness', 'Whether the process takes requests'),
          responses: { 200: described('Ready'), 503: errorResponse(['SERVICE_UNAVAILABLE']) },
        },
      },
      '/capabilities': { get: documentOperation('getCapabilities', 'What this exchange supports') },
      '/formats': { get: documentOperation('getFormats', 'The ad formats known here') },
      '/categories': {
        get: documentOperation('getCategories', 'Content categories across taxonomy versions'),
      },
      '/sellers.json': {
        get: documentOperation('getSellers', 'The publishers that are sold here (IAB)'),
      },
      '/openapi.json': { get: documentOperation('getOpenApi', 'This document') },
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
        'X-NoBid-Reason': header(WHY_NO_BID, 'string'),
        'X-NoBid-Detail': header(
          'What to change at this exchange, where the reason is one of its own',
          'string',
        ),
        'Retry-After': header('Seconds to wait', 'integer'),
      },
    },
  });
}

const BID_ERRORS: readonly PublicCode[] = [
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

function bidOperation() {
  return {
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
  return {
    summary:
      'Ask for an ad, as Prebid does: what is not as the schema has it is repaired where that is safe',
    operationId: 'requestRepairedBid',
    description: 'The body may also be sent as text/plain, as browsers do to avoid a preflight.',
    parameters: [
      {
        name: 'empty',
        in: 'query',
        description: 'With 200, no bid is a 200 with an empty seatbid instead of a 204.',
        schema: { type: 'string' },
      },
    ],
    // Generators leave out an operation with a text body. The JSON that a browser sends as text/plain is the same.
    requestBody,
    responses,
  };
}

const FRONT_PAGE = {
  summary: 'A page for people who open the port in a browser',
  operationId: 'getFrontPage',
  responses: {
    200: {
      description: 'The page',
      headers: headers(),
      content: { 'text/html': { schema: { type: 'string' } } },
    },
  },
};

function documentOperation(operationId: string, summary: string) {
  return { summary, operationId, responses: { 200: described(summary) } };
}

function described(description: string) {
  return {
    description,
    headers: headers(),
    content: { 'application/json': { schema: { type: 'object' } } },
  };
}

function header(description: string, type: 'string' | 'integer') {
  return { description, schema: { type } satisfies TSchema };
}
