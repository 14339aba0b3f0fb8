import { StatementFault } from '../../src/statements/statement-fault.ts';
import type { StatementsApi } from '../../src/statements/statements.ts';

const nothing = async () => new StatementFault('not-found', 'nothing is on record');

/** The statements of a machine that has sold nothing. */
export const NO_STATEMENTS: StatementsApi = {
  months: async () => [],
  monthsOf: async () => [],
  month: nothing,
  statement: nothing,
  close: nothing,
  adjustments: async () => [],
  adjust: nothing,
  removeAdjustment: nothing,
};
