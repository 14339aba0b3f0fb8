import type { Author } from '../lib/op.ts';
import type { Database } from '../lib/sql/database.ts';
import type { AccountTable, Following, NextAccount } from './account-table.ts';
import type { RefusedChange } from './refused-change.ts';
import {
  type AccountAccess,
  type AccountKind,
  type AccountState,
  accountKey,
  NO_ACCESS,
  type StoredAccount,
} from './stored-account.ts';
import { changeRecord, changeSeen, type Once } from './write-store.ts';

export type AccountStore<Definition, State extends string = AccountState> = ReturnType<
  typeof createAccountStore<Definition, State>
>;

type AccountTarget = {
  readonly id: string;
  /** The revision that the caller has seen. undefined: whatever it is. */
  readonly revision: number | undefined;
};

/** What becomes of who may act for an account, and of its state, which stays where there is none. */
export type NextAccess<State extends string = AccountState> = {
  readonly access: AccountAccess;
  readonly state?: State;
};

type AccountStoreParts<Definition, State extends string> = {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly kind: AccountKind;
  readonly table: AccountTable<Definition, State>;
  readonly nowMs: () => number;
};

/** The changes that people and programs make to the accounts of one kind. */
export function createAccountStore<Definition, State extends string = AccountState>(
  parts: AccountStoreParts<Definition, State>,
) {
  const { database, kind, table, nowMs } = parts;
  type Stored = StoredAccount<Definition, State>;
  type RefusedHere = RefusedChange<Stored>;
  type Next = NextAccount<Definition, State>;

  const change = (
    { id, revision }: AccountTarget,
    action: string,
    author: Author,
    nextOf: (current: Stored) => Next | RefusedHere,
    whenMissing?: Next,
  ) => {
    const key = accountKey(kind, id);
    const seen = { key, revision, action, author, nowMs: nowMs(), nextOf, whenMissing };
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
    /** One that is not there is made of `definition`, if it is given. */
    setState: (target: AccountTarget, state: State, author: Author, definition?: Definition) =>
      change(
        target,
        'state',
        author,
        (current) => refusedState(table.following, current.state, state) ?? { ...current, state },
        definition && { id: target.id, state, definition, access: NO_ACCESS },
      ),
    setAccess: (
      target: AccountTarget,
      action: string,
      author: Author,
      next: (current: Stored) => NextAccess<State> | RefusedChange<never>,
    ) =>
      change(target, action, author, (current) => {
        const made = next(current);
        return 'kind' in made ? made : { ...current, ...made };
      }),
  };
}

function refusedState<State extends string>(
  following: Following<State>,
  from: State,
  to: State,
): RefusedChange<never> | undefined {
  if (from === to || following[from].includes(to)) return undefined;
  const possible = following[from].filter((state) => state !== 'deleted').join(' or ');
  const removable = Object.entries<readonly State[]>(following)
    .filter(([, next]) => next.includes(to))
    .map(([state]) => state)
    .join(' or ');
  const reason =
    to === 'deleted'
      ? `expected one that is ${removable}, but it is ${from}`
      : `expected ${possible} after ${from}, but got ${to}`;
  return { kind: 'not-allowed', reason };
}
