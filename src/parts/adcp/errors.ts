import type { Refusal } from '../../lib/refusal.ts';

/** Why a call of a buyer was not carried out, as AdCP has it. */
export type AdcpError = {
  readonly code: string;
  readonly message: string;
  /** Without it where the protocol allows nothing but the sentence. */
  readonly recovery?: 'transient' | 'correctable' | 'terminal';
  /** The path of the argument that is wrong. */
  readonly field?: string;
  /** What the buyer can do instead. */
  readonly suggestion?: string;
  /** Seconds. */
  readonly retry_after?: number;
  readonly details?: Readonly<Record<string, unknown>>;
};

type ErrorDetails = Pick<AdcpError, 'suggestion' | 'details'>;

/** The sentence begins with the field that it is about; '' is the whole call. */
const correctable =
  (code: string) =>
  (field: string, reason: string, more: ErrorDetails = {}): AdcpError => ({
    code,
    message: field === '' ? reason : `${field}: ${reason}`,
    recovery: 'correctable',
    ...(field !== '' && { field }),
    ...more,
  });

const terminal =
  (code: string) =>
  (message: string, field = 'account'): AdcpError => ({
    code,
    message,
    recovery: 'terminal',
    field,
  });

const ACCOUNT_OF_YOURS =
  'expected an account of yours: list_accounts has them, sync_accounts declares one';
const BUY_OF_YOURS = 'expected a media buy of yours: get_media_buys has them';

/** The errors of the protocol that this seller has, each with what a buyer can do about it. */
export const fail = {
  /** A value that breaks a rule of ours. */
  invalid: correctable('VALIDATION_ERROR'),
  /** Arguments that the protocol does not have like this: a type, a bound, something missing. */
  malformed: correctable('INVALID_REQUEST'),
  unsupported: correctable('UNSUPPORTED_FEATURE'),
  unsupportedGranularity: correctable('UNSUPPORTED_GRANULARITY'),
  versionUnsupported: correctable('VERSION_UNSUPPORTED'),
  /** Tells nothing of the first call: who has stolen a key learns nothing by it. */
  idempotencyConflict: (message: string): AdcpError => ({ code: 'IDEMPOTENCY_CONFLICT', message }),
  conflict: correctable('CONFLICT'),
  invalidState: correctable('INVALID_STATE'),
  notCancellable: correctable('NOT_CANCELLABLE'),
  budgetTooLow: correctable('BUDGET_TOO_LOW'),
  budgetExceeded: correctable('BUDGET_EXCEEDED'),
  termsRejected: correctable('TERMS_REJECTED'),
  productNotFound: correctable('PRODUCT_NOT_FOUND'),
  pricingOptionUnknown: correctable('INVALID_PRICING_OPTION'),
  ambiguousBid: correctable('AMBIGUOUS_BIDDING_POLICY'),
  packageNotFound: correctable('PACKAGE_NOT_FOUND'),
  creativeRejected: correctable('CREATIVE_REJECTED'),
  creativeNotFound: correctable('CREATIVE_NOT_FOUND'),
  billingNotSupported: correctable('BILLING_NOT_SUPPORTED'),
  paymentTermsNotSupported: correctable('PAYMENT_TERMS_NOT_SUPPORTED'),
  unsupportedProvisioning: correctable('UNSUPPORTED_PROVISIONING'),
  accountSetupRequired: correctable('ACCOUNT_SETUP_REQUIRED'),
  /** Not found and not yours are the same bytes: neither message names the id. */
  accountNotFound: (field: string) => terminal('ACCOUNT_NOT_FOUND')(ACCOUNT_OF_YOURS, field),
  mediaBuyNotFound: (field: string) => terminal('MEDIA_BUY_NOT_FOUND')(BUY_OF_YOURS, field),
  accountSuspended: terminal('ACCOUNT_SUSPENDED'),
  accountPaymentRequired: terminal('ACCOUNT_PAYMENT_REQUIRED'),
  authRequired: (message: string): AdcpError => ({
    code: 'AUTH_REQUIRED',
    message,
    recovery: 'correctable',
  }),
  rateLimited: (seconds: number): AdcpError => ({
    code: 'RATE_LIMITED',
    message: `expected fewer calls: ask again in ${seconds} s`,
    recovery: 'transient',
    retry_after: seconds,
  }),
  unavailable: (message: string): AdcpError => ({
    code: 'SERVICE_UNAVAILABLE',
    message,
    recovery: 'transient',
    retry_after: 5,
  }),
} as const;

/** What a refusal of an operation or of the store is in the protocol. */
const CODES: Partial<Record<Refusal['code'], (reason: string, field: string) => AdcpError>> = {
  KEY_USED: () =>
    fail.idempotencyConflict(
      'expected the body of the first call with this idempotency_key, or a new key for another change',
    ),
  NOT_VALID: (reason, field) => fail.invalid(field, reason),
  NOT_ALLOWED: (reason, field) => fail.invalidState(field, reason),
  CHANGED_MEANWHILE: (reason, field) => fail.conflict(field, reason),
};

export function errorOf({ code, details: { reason, field = '' } }: Refusal): AdcpError {
  return CODES[code]?.(reason, field) ?? UNREACHABLE;
}

export const UNREACHABLE = fail.unavailable('the database cannot be reached: ask again');

type SomeErrors = readonly [AdcpError, ...AdcpError[]];

/** Ends a call: it is answered with these errors, and what it has changed is taken back. */
export class Refused extends Error {
  readonly errors: SomeErrors;
  constructor(errors: SomeErrors) {
    super(errors[0].message);
    this.errors = errors;
  }
}

export function refuseWith(...errors: SomeErrors): never {
  throw new Refused(errors);
}

export function refuseIf(fault: AdcpError | undefined): void {
  if (fault !== undefined) refuseWith(fault);
}

type Refuse = {
  readonly [Name in keyof typeof fail]: (...args: Parameters<(typeof fail)[Name]>) => never;
};

/** As `fail`, of a call that ends with the error. */
export const refuse: Refuse = Object.fromEntries(
  Object.entries(fail).map(([name, make]) => [
    name,
    (...args: never) => refuseWith((make as (...args: never) => AdcpError)(...args)),
  ]),
) as Refuse;

/** What one of several comes to, or why it was refused. */
export function attempt<Made>(make: () => Made): Made | Refused {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
