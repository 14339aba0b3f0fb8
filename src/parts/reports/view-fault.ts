/** Why a saved report is not there, or is not changed. `field`: which part of the call is wrong. */
export class ViewFault {
  readonly kind: 'not-found' | 'not-allowed' | 'invalid';
  readonly reason: string;
  readonly field: string | undefined;

  constructor(kind: ViewFault['kind'], reason: string, field?: string) {
    this.kind = kind;
    this.reason = reason;
    this.field = field;
  }
}
