import type { HoldCause } from '../../core/sale/hold-cause.ts';
import { type Account, type Amount, isLimited, RESOURCES } from './account.ts';
import { type BothBounds, type BudgetRow, headroomOf } from './budget-rows.ts';

/** Why a portion is empty, should it be: what the ledger would still have granted for it. */
export function holdCauseOf(
  account: Account,
  row: BudgetRow,
  { bounds, granted }: { readonly bounds: BothBounds; readonly granted: Amount },
): HoldCause {
  let cause: HoldCause = 'portion';
  for (const resource of RESOURCES) {
    if (!isLimited(account, resource)) continue;
    const unit = resource === 'micros' ? account.unitMicrosMax : 1;
    const headroom = headroomOf(bounds[resource], row, resource);
    if (headroom.today - granted[resource] < unit) return 'budget';
    if (headroom.byNow - granted[resource] < unit) cause = 'pace';
  }
  return cause;
}
