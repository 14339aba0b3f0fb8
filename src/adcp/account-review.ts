import type { Database } from '../ledger/database.ts';
import type { RefusedChange } from '../store/refused-change.ts';
import { type Author, changeSeen } from '../store/write-store.ts';
import {
  BUYER_ACCOUNT_TABLE,
  type BuyerAccount,
  type BuyerAccountState,
} from './records/account-record.ts';
import { buyerRecordKey } from './records/buyer-table.ts';
import { type ResumeBuy, type ServeAccountTerms, serveAccount } from './serve-account.ts';

/** What an operator does with an account of a buyer. */
export const ACCOUNT_ACTIONS = ['approve', 'reject', 'suspend', 'reactivate', 'close'] as const;

export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** What the buyer reads of it, in its list of accounts and in refusals. */
export const ACCOUNT_REASON_LENGTH_MAX = 500;

type ActionTerms = {
  readonly from: readonly BuyerAccountState[];
  readonly to: BuyerAccountState;
  /** Whether the buyer has to be told why. */
  readonly needsReason: boolean;
};

/** An operator takes back what was a mistake: an account is found by its brand and operator, and there is no second one. */
const ACTIONS: Readonly<Record<AccountAction, ActionTerms>> = {
  approve: { from: ['pending_approval', 'rejected'], to: 'active', needsReason: false },
  reject: { from: ['pending_approval'], to: 'rejected', needsReason: true },
  suspend: { from: ['active'], to: 'suspended', needsReason: true },
  reactivate: {
    from: ['suspended', 'closed', 'payment_required'],
    to: 'active',
    needsReason: false,
  },
  close: {
    from: ['pending_approval', 'active', 'suspended', 'payment_required'],
    to: 'closed',
    needsReason: true,
  },
};

type AccountReview = {
  readonly id: string;
  readonly action: AccountAction;
  readonly reason: string;
  /** That the operator has seen. undefined: whatever it is. */
  readonly revision: number | undefined;
  readonly author: Author;
};

/** Changes the state of an account, and in the same transaction whether its buys serve. */
export function reviewAccount(
  database: Pick<Database, 'transaction'>,
  { id, action, reason, revision, author }: AccountReview,
  terms: ServeAccountTerms,
  resume: ResumeBuy,
): Promise<BuyerAccount | RefusedChange<BuyerAccount>> {
  const { from, to, needsReason } = ACTIONS[action];
  return database.transaction(async (query) => {
    const changed = await changeSeen({ transaction: (work) => work(query) }, BUYER_ACCOUNT_TABLE, {
      key: buyerRecordKey('buyer-account', id, id),
      action,
      author,
      nowMs: terms.nowMs,
      revision,
      nextOf(current) {
        const { state, definition } = current;
        if (!from.includes(state)) return notAllowed(`${from.join(' or ')}, but it is ${state}`);
        const fault = reasonFault(reason, needsReason);
        if (fault !== undefined) return notAllowed(fault);
        return { ...current, state: to, definition: { ...definition, reason } };
      },
    });
    if (!('kind' in changed)) await serveAccount(query, changed, terms, resume);
    return changed;
  });
}

function reasonFault(reason: string, needsReason: boolean): string | undefined {
  if (needsReason && reason.trim() === '') return 'a reason that the buyer reads';
  return reason.length > ACCOUNT_REASON_LENGTH_MAX
    ? `a reason of at most ${ACCOUNT_REASON_LENGTH_MAX} characters`
    : undefined;
}

const notAllowed = (expected: string) =>
  ({ kind: 'not-allowed', reason: `expected ${expected}` }) as const;

export type ListedBuyerAccounts = {
  readonly accounts: readonly BuyerAccount[];
  /** To ask for the next ones with; undefined: there are no more. */
  readonly after: number | undefined;
};

const LISTED_COUNT = 100;

/** For operators: the accounts of all buyers or one, in any state or one, the earliest first. */
export async function listAccounts(
  { query }: Pick<Database, 'query'>,
  {
    buyer,
    state,
    after = 0,
  }: {
    readonly buyer?: string | undefined;
    readonly state?: BuyerAccountState | undefined;
    readonly after?: number | undefined;
  },
): Promise<ListedBuyerAccounts> {
  const owner = buyer === undefined ? ({ all: true } as const) : { buyer };
  const page = { after, countMax: LISTED_COUNT + 1, state };
  const found = await BUYER_ACCOUNT_TABLE.readOf(query, owner, page);
  const accounts = found.slice(0, LISTED_COUNT);
  const isMore = found.length > LISTED_COUNT;
  return { accounts, after: isMore ? accounts.at(-1)?.createdRevision : undefined };
}
