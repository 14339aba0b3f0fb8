/** How many requests a second, for everyone, per publisher and per IP address. */
export type Limits = {
  readonly globalPerSecond: number;
  readonly publisherPerSecond: number;
  readonly ipPerSecond: number;
};

export type Scope = 'global' | 'publisher' | 'ip';

/** Where the tightest scope that applies to a caller stands; becomes the `X-RateLimit-*` headers. */
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
  /** Counts a request against the global and the IP scope. */
  readonly admit: (ip: string) => Admission;
  /** Counts an admitted request against its publisher too; a refusal gives back what `admit` took. */
  readonly admitPublisher: (admitted: Admitted) => Admission;
  /** The state without counting anything. */
  readonly look: (ip: string) => LimitState;
};

export type Admitted = {
  readonly ip: string;
  readonly publisher: string;
  /** What `admit` answered for this request. */
  readonly state: LimitState;
};

/** The state with the fewest requests left; of equals, the first. */
export function tightest(a: LimitState, b: LimitState): LimitState {
  return b.remaining < a.remaining ? b : a;
}
