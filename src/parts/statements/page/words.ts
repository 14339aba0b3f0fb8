import type { StatementMonth } from '../statements.ts';

export const MONTH_STATES: Readonly<
  Record<
    StatementMonth['state'],
    { readonly name: string; readonly dot: 'good' | 'warn' | 'quiet' }
  >
> = {
  open: { name: 'Open', dot: 'quiet' },
  closable: { name: 'Over, and not closed', dot: 'warn' },
  closed: { name: 'Closed', dot: 'good' },
};
