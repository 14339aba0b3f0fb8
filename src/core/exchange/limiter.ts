/** Requests per second: for all callers together, per publisher and per IP address. */
export type Limits = {
  readonly globalPerSecond: number;
  readonly publisherPerSecond: number;
  readonly ipPerSecond: number;
  /** Publishers with a limit of their own, by publisher id. */
  readonly byPublisher?: ReadonlyMap<string, number>;
  /** Networks that count as one caller with a limit of its own, by the name of the network. */
  readonly byNetwork?: ReadonlyMap<string, number>;
};

export const SCOPES = ['global', 'publisher', 'ip'] as const;
export type Scope = (typeof SCOPES)[number];

/** The state of the tightest scope that applies to a caller; becomes the `X-RateLimit-*` headers. */
export type LimitState = {
  readonly scope: Scope;
  readonly limit: number;
  readonly remaining: number;
  /** The epoch second at which the window ends. */
  readonly resetSec: number;
};

export type Admission = { readonly isAdmitted: boolean; readonly state: LimitState };

/**
 * Counts requests in windows of one second, aligned to the clock (ruling 37). A request refused by one
 * scope does not use up the others (ruling 41).
 */
export type Limiter = {
  /** Counts a request against the global and the IP limit, before its body is read. */
  readonly admit: (ip: string) => Admission;
  /** Counts a request against its publisher, after its body was read. A refusal gives back what `admit` counted. */
  readonly settle: (admitted: Admitted) => Admission;
  /** The state without counting anything. */
  readonly look: (ip: string) => LimitState;
};

export type Admitted = {
  readonly ip: string;
  /** Undefined where the body names no publisher, or could not be read. */
  readonly publisher: string | undefined;
  /** The state that `admit` returned for this request. */
  readonly state: LimitState;
};

export function callerLimit({ ipPerSecond, byNetwork }: Limits, caller: string): number {
  return byNetwork?.get(caller) ?? ipPerSecond;
}

export function publisherLimit({ publisherPerSecond, byPublisher }: Limits, id: string): number {
  return byPublisher?.get(id) ?? publisherPerSecond;
}
