/** One part fails for some time and comes back. */
export type Blow = {
  readonly name: string;
  /** The short plan has one blow of each kind. */
  readonly kind: string;
  readonly begin: () => unknown;
  readonly end: () => unknown;
  /** After the end. */
  readonly report?: () => BlowReport;
  /** The machines whose ledgers cannot go on meanwhile. */
  readonly stalls: 'none' | 'all' | readonly string[];
};

/** What came of it. */
export type BlowReport = {
  /** Sentences about what is wrong with how the fleet took it. */
  readonly faults?: readonly string[];
  /** The database no longer has what was stored in this time: an operator has put an older one in its place. */
  readonly takenBack?: Span;
};

export type Span = { readonly fromMs: number; readonly toMs: number };
