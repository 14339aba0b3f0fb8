import type { Database } from '../ledger/database.ts';
import type { AccountTable, NextAccount } from './account-table.ts';
import type { RefusedChange } from './refused-change.ts';
import {
  type AccountAccess,
  type AccountKind,
  type AccountState,
  accountKey,
  NO_ACCESS,
  type StoredAccount,
} from './stored-account.ts';
import { type Author, changeRecord, changeSeen, type Once } from './write-store.ts';

export type AccountStore<Definition> = ReturnType<typeof createAccountStore<Definition>>;

type AccountTarget = {
  readonly id: string;
  /** The revision that the caller has seen. undefined: whatever it is. */
  readonly revision: number | undefined;
};

/** What becomes of who may act for an account, and of its state, which stays where there is none. */
export type NextAccess = {
  readonly access: AccountAccess;
  readonly state?: AccountState;
};

type AccountStoreParts<Definition> = {
  readonly database: Database;
  readonly kind: AccountKind;
  readonly table: AccountTable<Definition>;
  readonly nowMs: () => number;
};

/** The changes that people and programs make to the accounts of one kind. */
export function createAccountStore<Definition>(parts: AccountStoreParts<Definition>) {
  const { database, kind, table, nowMs } = parts;
  type Stored = StoredAccount<Definition>;
  type RefusedHere = RefusedChange<Stored>;
  type Next = NextAccount<Definition>;

  const change = (
    { id, revision }: AccountTarget,
    action: string,
    author: Author,
    nextOf: (current: Stored) => Next | RefusedHere,
  ) => {
    const key = accountKey(kind, id);
    const seen = { key, revision, action, author, nowMs: nowMs(), nextOf };
    return changeSeen(database, table, seen);
  };

  return {
    async read(id: string): Promise<Stored | undefined> {
      const stored = await table.read(database.query, accountKey(kind, id));
      return stored?.state === 'deleted' ? undefined : stored;
    },
    create: (
      { id, state, definition }: Omit<Next, 'access'>,
      author: Author,
      once?: Once<Stored, RefusedHere>,
    ) =>
      changeRecord<Stored, Next, RefusedHere>(database, table, {
        key: accountKey(kind, id),
        action: 'create',
        author,
        nowMs: nowMs(),
        once,
        decide: (current) =>
          current === undefined ? { id, state, definition, access: NO_ACCESS } : { kind: 'exists' },
      }),
    /** Replaces the definition by what `next` makes of it. */
    replace: (
      target: AccountTarget,
      next: (current: Definition) => { readonly definition: Definition } | RefusedHere,
      author: Author,
    ) =>
      change(target, 'change', author, (current) => {
        const made = next(current.definition);
        return 'kind' in made ? made : { ...current, ...made };
      }),
    setState: (target: AccountTarget, state: AccountState, author: Author) =>
      change(
        target,
        'state',
        author,
        (current) => refusedState(current.state, state) ?? { ...current, state },
      ),
    setAccess: (
      target: AccountTarget,
      action: string,
      author: Author,
      next: (current: Stored) => NextAccess | RefusedChange<never>,
    ) =>
      change(target, action, author, (current) => {
        const made = next(current);
        return 'kind' in made ? made : { ...current, ...made };
      }),
  };
}

/** The states that may follow a state. What served stays until it is paused, so that nobody removes it by mistake. */
const FOLLOWING: Readonly<Record<AccountState, readonly AccountState[]>> = {
  invited: ['active', 'paused', 'deleted'],
  active: ['paused'],
  paused: ['active', 'deleted'],
  deleted: [],
};

function refusedState(from: AccountState, to: AccountState): RefusedChange<never> | undefined {
  if (from === to || FOLLOWING[from].includes(to)) return undefined;
  const possible = FOLLOWING[from].filter((state) => state !== 'deleted').join(' or ');
  const reason =
    to === 'deleted'
      ? `expected one that is paused, but it is ${from}: pause it first`
      : `expected ${possible} after ${from}, but got ${to}`;
  return { kind: 'not-allowed', reason };
}
