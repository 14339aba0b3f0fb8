/** Why there is no statement, or why a change is not made. `field`: which part of the call is wrong. */
export class StatementFault {
  readonly kind: 'not-found' | 'not-allowed' | 'invalid' | 'busy' | 'other-call';
  readonly reason: string;
  readonly field: string | undefined;

  constructor(kind: StatementFault['kind'], reason: string, field?: string) {
    this.kind = kind;
    this.reason = reason;
    this.field = field;
  }
}

/** Thrown where figures cannot be stated, with a sentence that says why. */
export class UnstatedFigures extends Error {}

/** The result of work, or why there is none. */
export async function orFault<T>(work: () => Promise<T>): Promise<T | StatementFault> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnstatedFigures) return new StatementFault('not-allowed', error.message);
    throw error;
  }
}
