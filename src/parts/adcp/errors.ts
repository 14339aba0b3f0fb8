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

/** The errors of arguments, each with its code, and what else a buyer has to know where it cannot correct them. */
const CODES = {
  /** A value that breaks a rule of ours. */
  invalid: 'VALIDATION_ERROR',
  /** Arguments that the protocol does not have like this: a type, a bound, something missing. */
  malformed: 'INVALID_REQUEST',
  unsupported: 'UNSUPPORTED_FEATURE',
  unsupportedGranularity: 'UNSUPPORTED_GRANULARITY',
  versionUnsupported: 'VERSION_UNSUPPORTED',
  conflict: 'CONFLICT',
  invalidState: 'INVALID_STATE',
  notCancellable: 'NOT_CANCELLABLE',
  budgetTooLow: 'BUDGET_TOO_LOW',
  budgetExceeded: 'BUDGET_EXCEEDED',
  termsRejected: 'TERMS_REJECTED',
  productNotFound: 'PRODUCT_NOT_FOUND',
  pricingOptionUnknown: 'INVALID_PRICING_OPTION',
  ambiguousBid: 'AMBIGUOUS_BIDDING_POLICY',
  packageNotFound: 'PACKAGE_NOT_FOUND',
  creativeRejected: 'CREATIVE_REJECTED',
  creativeNotFound: 'CREATIVE_NOT_FOUND',
  billingNotSupported: 'BILLING_NOT_SUPPORTED',
  paymentTermsNotSupported: 'PAYMENT_TERMS_NOT_SUPPORTED',
  accountSetupRequired: 'ACCOUNT_SETUP_REQUIRED',
  accountNotFound: 'ACCOUNT_NOT_FOUND',
  mediaBuyNotFound: 'MEDIA_BUY_NOT_FOUND',
  accountSuspended: 'ACCOUNT_SUSPENDED',
  accountPaymentRequired: 'ACCOUNT_PAYMENT_REQUIRED',
} as const;

type Code = keyof typeof CODES;

const TERMINAL: readonly Code[] = [
  'accountNotFound',
  'mediaBuyNotFound',
  'accountSuspended',
  'accountPaymentRequired',
];

type MakeError = (
  field: string,
  reason: string,
  more?: Pick<AdcpError, 'suggestion' | 'details'>,
) => AdcpError;

const makers = <Made>(make: (name: Code) => Made) =>
  Object.fromEntries(Object.keys(CODES).map((name) => [name, make(name as Code)])) as Readonly<
    Record<Code, Made>
  >;

/** The errors of the protocol that this seller has. The sentence begins with the field that it is about; '' is the whole call. */
export const fail = makers(
  (name): MakeError =>
    (field, reason, more = {}) => ({
      code: CODES[name],
      message: field === '' ? reason : `${field}: ${reason}`,
      recovery: TERMINAL.includes(name) ? 'terminal' : 'correctable',
      ...(field !== '' && { field }),
      ...more,
    }),
);

/** As `fail`, of a call that ends with the error. */
export const refuse = makers(
  (name) =>
    (...args: Parameters<MakeError>): never =>
      refuseWith(fail[name](...args)),
);

/** Not found and not yours are the same bytes: the messages name no id. */
export const noAccount = (field: string) =>
  fail.accountNotFound(
    field,
    'expected an account of yours: list_accounts has them, sync_accounts declares one',
  );
export const noBuy = (field: string) =>
  fail.mediaBuyNotFound(field, 'expected a media buy of yours: get_media_buys has them');

export const authRequired = (message: string): AdcpError => ({
  code: 'AUTH_REQUIRED',
  message,
  recovery: 'correctable',
});

export const rateLimited = (seconds: number): AdcpError => ({
  code: 'RATE_LIMITED',
  message: `expected fewer calls: ask again in ${seconds} s`,
  recovery: 'transient',
  retry_after: seconds,
});

const RETRY_SEC = 5;

export const unavailable = (message: string): AdcpError => ({
  code: 'SERVICE_UNAVAILABLE',
  message,
  recovery: 'transient',
  retry_after: RETRY_SEC,
});

export const UNREACHABLE = unavailable('the database cannot be reached: ask again');

/** Tells nothing of the first call: who has stolen a key learns nothing by it. */
const KEY_USED: AdcpError = {
  code: 'IDEMPOTENCY_CONFLICT',
  message:
    'expected the body of the first call with this idempotency_key, or a new key for another change',
};

/** What a refusal of the store is in the protocol. */
export const errorOf = ({ code }: Refusal): AdcpError =>
  code === 'KEY_USED' ? KEY_USED : UNREACHABLE;

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

export function refuseIf(error: AdcpError | undefined): void {
  if (error !== undefined) refuseWith(error);
}

/** Of one call: more help nobody. */
const ERRORS_MAX = 20;

/** Ends a call where anything is wrong with it. */
export function refuseAll(errors: readonly AdcpError[]): void {
  const [first, ...others] = errors.slice(0, ERRORS_MAX);
  if (first !== undefined) refuseWith(first, ...others);
}

/** Ends a call that has one of these fields: what would not be honoured is not ignored. */
export function refuseFields(
  given: object,
  reasons: Readonly<Record<string, string>>,
  path = '',
): void {
  refuseAll(
    Object.entries(given).flatMap(([name, value]) =>
      value == null || value === false || !Object.hasOwn(reasons, name)
        ? []
        : fail.unsupported(`${path}${name}`, reasons[name] ?? '', { suggestion: 'Leave it out.' }),
    ),
  );
}

/** What one of several comes to, or why it was refused. */
export function attempt<Made>(make: () => Made): Made | Refused {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** What each comes to, or what is wrong with all of them. */
export function attemptAll<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): readonly Made[] {
  const all = items.map((item, index) => attempt(() => make(item, index)));
  refuseAll(all.flatMap((one) => (one instanceof Refused ? one.errors : [])));
  return all as readonly Made[];
}
