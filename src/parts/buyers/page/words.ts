import type { AccountDecision, ShownBuyerAccountState } from './shown.ts';

type StateWord = { readonly name: string; readonly dot: 'good' | 'warn' | 'bad' | 'quiet' };

export const ACCOUNT_STATE_WORDS: Readonly<Record<ShownBuyerAccountState, StateWord>> = {
  pending_approval: { name: 'Waits for approval', dot: 'warn' },
  active: { name: 'Active', dot: 'good' },
  payment_required: { name: 'Has to be paid', dot: 'warn' },
  suspended: { name: 'Suspended', dot: 'bad' },
  rejected: { name: 'Rejected', dot: 'quiet' },
  closed: { name: 'Closed', dot: 'quiet' },
};

/** What a button says that decides so of an account in a state, and what follows. */
export function decisionWords(from: ShownBuyerAccountState, decision: AccountDecision) {
  switch (decision) {
    case 'active':
      return from === 'pending_approval'
        ? { label: 'Approve', consequence: 'Its buyer may buy for it from now on.' }
        : { label: 'Reactivate', consequence: 'Its buyer may buy for it again.' };
    case 'rejected':
      return {
        label: 'Reject',
        consequence: 'Its buyer is told the reason, and cannot buy for it.',
      };
    case 'suspended':
      return {
        label: 'Suspend',
        consequence: 'Its buyer is told the reason, and can change and add nothing until then.',
      };
    case 'closed':
      return { label: 'Close', consequence: 'It cannot be opened again.' };
  }
}

/** As a buyer reads them. */
const STATUS_WORDS: Readonly<Record<string, StateWord>> = {
  active: { name: 'Active', dot: 'good' },
  pending_creatives: { name: 'Waits for creatives', dot: 'warn' },
  pending_start: { name: 'Waits for its start', dot: 'quiet' },
  paused: { name: 'Paused', dot: 'quiet' },
  completed: { name: 'Completed', dot: 'quiet' },
  canceled: { name: 'Canceled', dot: 'quiet' },
  rejected: { name: 'Rejected', dot: 'bad' },
};

export function statusWords(status: string): StateWord {
  return STATUS_WORDS[status] ?? { name: status, dot: 'quiet' };
}
