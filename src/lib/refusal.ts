import Type, { type Static, type TSchema } from 'typebox';
import { PUBLIC_CODES } from './refusal-codes.ts';
import { findFaults } from './schema-fault.ts';
import { withoutNulls } from './without-nulls.ts';

/** Those that only the admin port has. */
const ADMIN_CODES = {
  ALREADY_EXISTS: { status: 409 },
  NOT_ALLOWED: { status: 409 },
  CHANGED_MEANWHILE: { status: 412 },
  NOT_VALID: { status: 422 },
  KEY_USED: { status: 422 },
  IF_MATCH_REQUIRED: { status: 428 },
  NOT_SERVED_YET: { status: 503 },
  UNDER_WAY: { status: 503 },
  DATABASE_UNAVAILABLE: { status: 503 },
} as const;

const CODES = { ...PUBLIC_CODES, ...ADMIN_CODES };

type RefusalCode = keyof typeof CODES;

export type FieldFault = { readonly field: string; readonly reason: string };

export type RefusalDetails = {
  readonly field?: string;
  readonly reason: string;
  /** Every fault of what was sent. */
  readonly faults?: readonly FieldFault[];
};

/** Our "no", whoever asked for what. A class, so that no key in a JSON body can pass for one. */
export class Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, message: string, details: RefusalDetails) {
    this.code = code;
    this.message = message;
    this.details = details;
  }

  get status(): number {
    return CODES[this.code].status;
  }
}

const whole = (code: RefusalCode, message: string) => (reason: string) =>
  new Refusal(code, message, { reason });

const atField = (code: RefusalCode, message: string) => (field: string, reason: string) =>
  new Refusal(code, message, { field, reason });

/** The catalogue: the only place where a code meets its message. */
export const refuse = {
  invalidJson: whole('INVALID_REQUEST', 'Invalid JSON format'),
  notARequest: whole('INVALID_REQUEST', 'Invalid OpenRTB request format'),
  notAConversation: whole('INVALID_REQUEST', 'Invalid conversation'),
  malformed: atField('INVALID_REQUEST', 'Invalid OpenRTB request format'),
  exclusive: whole('INVALID_REQUEST', 'Mutually exclusive fields'),
  duplicateImp: atField('INVALID_REQUEST', 'Duplicate impression id'),
  missing: atField('MISSING_REQUIRED_FIELD', 'Required field missing'),
  wrongValue: atField('INVALID_FIELD_VALUE', 'Field value invalid'),
  wrongType: atField('INVALID_FIELD_TYPE', 'Field type invalid'),
  unsupportedField: atField('UNSUPPORTED_FORMAT', 'Format not supported'),
  unsupportedBody: whole('UNSUPPORTED_FORMAT', 'Format not supported'),
  unauthorized: whole('UNAUTHORIZED', 'Not authorised'),
  forbidden: whole('FORBIDDEN', 'Not a notice of this exchange'),
  foreignClick: atField('FORBIDDEN', 'Not a click of this exchange'),
  otherOrigin: whole('FORBIDDEN', 'Origin not allowed'),
  notPermitted: whole('FORBIDDEN', 'Not permitted'),
  notAdmitted: whole('FORBIDDEN', 'Publisher not admitted'),
  gone: whole('GONE', 'Notice expired'),
  expiredClick: atField('GONE', 'Click expired'),
  notFound: whole('NOT_FOUND', 'Not found'),
  methodNotAllowed: whole('METHOD_NOT_ALLOWED', 'Method not allowed'),
  tooSlow: whole('REQUEST_TIMEOUT', 'Request body not received in time'),
  tooLarge: whole('PAYLOAD_TOO_LARGE', 'Request body too large'),
  rateLimited: whole('RATE_LIMIT_EXCEEDED', 'Rate limit exceeded'),
  internal: whole('INTERNAL_ERROR', 'Internal error'),
  unavailable: whole('SERVICE_UNAVAILABLE', 'Service unavailable'),
  exists: whole('ALREADY_EXISTS', 'Already there'),
  notAllowed: whole('NOT_ALLOWED', 'Not allowed now'),
  changedMeanwhile: whole('CHANGED_MEANWHILE', 'Changed meanwhile'),
  keyUsed: whole('KEY_USED', 'Idempotency key used for another call'),
  ifMatchRequired: whole('IF_MATCH_REQUIRED', 'If-Match required'),
  notServedYet: whole('NOT_SERVED_YET', 'Stored, and not served by this machine yet'),
  underWay: whole('UNDER_WAY', 'Under way'),
  databaseUnavailable: whole('DATABASE_UNAVAILABLE', 'Database unavailable'),
  notValid: (faults: readonly FieldFault[]) =>
    new Refusal('NOT_VALID', 'Not valid', { reason: faultsReason(faults), faults }),
} as const;

function faultsReason(faults: readonly FieldFault[]): string {
  const [only] = faults;
  if (faults.length > 1 || only === undefined) return `${faults.length} fields are wrong`;
  return only.field === '' ? only.reason : `${only.field}: ${only.reason}`;
}

/** The value if it fits its schema, else every fault of it. What is null is absent, but where the schema says what it means. */
export function parsed<S extends TSchema>(schema: S, given: unknown): Static<S> | Refusal {
  const value = withoutNulls(schema, given);
  const { shown } = findFaults(schema, value);
  if (shown.length === 0) return value as Static<S>;
  return refuse.notValid(shown.map(({ path, reason }) => ({ field: path, reason })));
}

export const ErrorBodySchema = Type.Object({
  error: Type.Object({
    code: Type.Enum(Object.keys(PUBLIC_CODES)),
    message: Type.String(),
    details: Type.Object({
      field: Type.Optional(Type.String({ examples: ['imp[0].id'] })),
      reason: Type.String({ description: 'What was expected, and what came.' }),
    }),
    request_id: Type.String({ format: 'uuid', description: 'Also in the X-Request-Id header.' }),
  }),
});
