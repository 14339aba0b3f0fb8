import type { Part } from '../../host/part.ts';
import { STATEMENT_OPS } from './operations.ts';
import { monthsToClose } from './statements.ts';

export const STATEMENTS = {
  name: 'statements',
  commands: {
    statement: {
      takes: '<month>',
      summary: 'say what a publisher is owed, or a partner owes, and close a month',
      run: async (args) => (await import('./command.ts')).statement(args),
    },
  },
  ops: STATEMENT_OPS,
  start: (host) => ({ monthsToClose: () => monthsToClose(host) }),
} as const satisfies Part;
