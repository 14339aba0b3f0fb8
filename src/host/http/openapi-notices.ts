import { FEEDBACK_KINDS, REPORT_REASONS } from '../../core/sale/feedback.ts';
import {
  CONVERSION_PATHS,
  FORM_BY_WORD,
  NOTICE_ROOT,
  type NoticeForm,
} from '../../core/sale/paths.ts';
import { ConversionSchema } from '../../ledger/notices/receive-conversion.ts';
import type { PublicCode } from '../../lib/refusal-codes.ts';
import { errorsOf, headers, pascalCase, reference } from './openapi-parts.ts';

const NOTICE_ERRORS: readonly PublicCode[] = [
  'FORBIDDEN',
  'GONE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const FEEDBACK_ERRORS: readonly PublicCode[] = ['INVALID_FIELD_VALUE', ...NOTICE_ERRORS];

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

/** Callers take these URLs from a bid response; they cannot make them. No body is read. */
export function noticePaths() {
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
  return {
    summary: NOTICE_SUMMARY[kind],
    operationId,
    parameters: [
      { name: 'token', in: 'path', required: true, schema: { type: 'string' } },
      ...(kind === 'feedback' ? FEEDBACK_PARAMETERS : []),
    ],
    responses: {
      ...NOTICE_SUCCESS[reply],
      ...errorsOf(kind === 'feedback' ? FEEDBACK_ERRORS : NOTICE_ERRORS),
    },
  };
}

const PIXEL_ERRORS: readonly PublicCode[] = [
  'MISSING_REQUIRED_FIELD',
  'INVALID_FIELD_VALUE',
  'FORBIDDEN',
  'GONE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const CONVERSION_ERRORS: readonly PublicCode[] = [
  'INVALID_REQUEST',
  'INVALID_FIELD_TYPE',
  'UNSUPPORTED_FORMAT',
  'UNAUTHORIZED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  ...PIXEL_ERRORS,
];

export function conversionPaths() {
  const body = { schema: reference('Conversion') };
  const required: readonly string[] = ConversionSchema.required;
  return {
    [CONVERSION_PATHS.server]: {
      post: {
        summary:
          'An order, or another event, that follows from a click; from the advertiser’s server',
        operationId: 'sendConversion',
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
        operationId: 'getConversionPixel',
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
