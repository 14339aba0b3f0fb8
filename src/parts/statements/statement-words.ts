import type { Statement, StatementLine } from './statement.ts';

/** What a line is for, in words. */
export function lineWords({ kind, of, adjustment, reason }: StatementLine): string {
  switch (kind) {
    case 'day':
      return of ?? '';
    case 'late':
      return `late, of ${of}`;
    case 'invalid-traffic':
      return `invalid traffic of ${of} (adjustment ${adjustment}): ${reason}`;
    case 'correction':
      return `correction (adjustment ${adjustment}): ${reason}`;
  }
}

export function stateWords({ closedAt, closedBy }: Statement): string {
  if (closedAt === null) return 'Draft: the month is not closed, and figures may change.';
  const by = closedBy === null ? '' : ` by ${closedBy}`;
  return `Closed on ${closedAt.slice(0, 10)}${by}. Figures do not change any more.`;
}
