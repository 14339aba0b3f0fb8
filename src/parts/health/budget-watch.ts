import type { Trouble } from '../../host/admin/answers.ts';
import type { Budgets } from '../../ledger/budgets/start-budgets.ts';
import { troubleOf } from './trouble-of.ts';

/** A start has no budgets for a moment. */
const HALTED_MS_MIN = 10_000;

export const HALT_CAUSES = {
  'not-checked': {
    what: 'campaigns with a budget are not sold, because this machine has not checked their budgets for more than 45 seconds',
    advice:
      'Mend what keeps this machine from its database: database-down and ledger-behind in troubles of GET /status say what that is.',
  },
  'others-behind': {
    what: 'campaigns with a budget are not sold, because another machine has not brought its journals into the database for more than 7 minutes',
    advice:
      'Find the machine with database-down or ledger-behind in troubles of its GET /status. Mend it, or stop it if it cannot be mended: the others go on a minute later.',
  },
} as const;

/** Says when workers may sell nothing from budgets, and what keeps them from it. */
export function createBudgetWatch({ halt }: Pick<Budgets, 'halt'>) {
  let sinceMs: number | undefined;
  return (nowMs: number): Trouble | undefined => {
    const cause = halt();
    if (cause === undefined) {
      sinceMs = undefined;
      return undefined;
    }
    sinceMs ??= nowMs;
    if (nowMs - sinceMs < HALTED_MS_MIN) return undefined;
    return troubleOf('budgets-halted', { kind: 'bad', ...HALT_CAUSES[cause] });
  };
}
