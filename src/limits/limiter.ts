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
  /** Counts a request against the global and the IP scope of this machine: before its body is read. */
  readonly admit: (ip: string) => Admission;
  /**
   * Counts an admitted request against its publisher and, where there are several machines, against the
   * limits they share: after its body was read. A refusal gives back what `admit` took.
   */
  readonly settle: (admitted: Admitted) => Admission | Promise<Admission>;
  /** The state without counting anything. */
  readonly look: (ip: string) => LimitState;
};

/** A limiter that needs nobody else: it answers at once. */
export type MachineLimiter = Omit<Limiter, 'settle'> & {
  readonly settle: (admitted: Admitted) => Admission;
  /** Takes back what `admit` took for a request that somebody else refused. */
  readonly giveBack: (admitted: Admitted) => void;
  /** Counts on with other limits, none above those that it was made with. */
  readonly useLimits: (limits: Limits) => void;
};

export type Admitted = {
  readonly ip: string;
  /** None where the body names none, or could not be read. */
  readonly publisher: string | undefined;
  /** What `admit` answered for this request. */
  readonly state: LimitState;
};

/** The state with the fewest requests left; of equals, the first. */
export function tightest(a: LimitState, b: LimitState): LimitState {
  return b.remaining < a.remaining ? b : a;
}
