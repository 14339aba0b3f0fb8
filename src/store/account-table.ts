import type { AdvertiserDefinition } from '../demand/advertiser-schema.ts';
import type { BuyerDefinition, ProductDefinition } from '../demand/buyer-schema.ts';
import type { Query, Row } from '../lib/sql/database.ts';
import type { AdvertiserState } from './advertiser-record.ts';
import {
  RECORD_COLUMNS,
  recordOf,
  recordValues,
  replacing,
  type StoreTable,
} from './store-table.ts';
import {
  type AccountAccess,
  type AccountKind,
  type AccountState,
  accountKey,
  type PartnerDefinition,
  type PublisherDefinition,
  type StoredAccount,
} from './stored-account.ts';

const CHANGING = `${RECORD_COLUMNS}, access`;
const COLUMNS = `key, kind, id, ${CHANGING}`;

/** What becomes of an account. */
export type NextAccount<Definition, State extends string = AccountState> = Pick<
  StoredAccount<Definition, State>,
  'id' | 'state' | 'definition' | 'access'
>;

/** The states that may follow a state. */
export type Following<State extends string> = Readonly<Record<State, readonly State[]>>;

export type AccountTable<Definition, State extends string = AccountState> = StoreTable<
  StoredAccount<Definition, State>,
  NextAccount<Definition, State>
> & { readonly following: Following<State> };

type AccountTerms<Definition, State extends string> = {
  readonly kind: AccountKind;
  /** As sentences call all of them. */
  readonly name: string;
  readonly following: Following<State>;
  /** Leaves out of a definition what the history must not have. */
  readonly shown?: (definition: Definition) => unknown;
};

function accountTable<Definition, State extends string>({
  kind,
  name,
  following,
  shown = (definition) => definition,
}: AccountTerms<Definition, State>): AccountTable<Definition, State> {
  type TableRecord = StoredAccount<Definition, State>;
  const select = (condition: string) =>
    `select ${COLUMNS} from accounts where kind = '${kind}' and ${condition}`;
  const storedOf = (row: Row): TableRecord => ({
    ...recordOf(row),
    id: String(row.id),
    // The values were checked when they were written.
    state: String(row.state) as State,
    definition: JSON.parse(String(row.definition)) as Definition,
    access: JSON.parse(String(row.access)) as AccountAccess,
  });
  const keyOf = ({ id }: TableRecord) => accountKey(kind, id);
  return {
    name,
    following,
    lastRevision: `select max(revision) from accounts where kind = '${kind}'`,
    keyOf,
    async read(query, key) {
      const [row] = await query(select('key = $1'), [key]);
      return row && storedOf(row);
    },
    async readAfter(query, revision, countMax) {
      const rows = await query(
        `${select('revision > cast($1 as bigint)')} order by revision limit ${Math.floor(countMax)}`,
        [revision],
      );
      return rows.map(storedOf);
    },
    write: (query, stored) => writeAccount(query, kind, stored),
    completed: ({ id, state, definition, access }, _, record) => ({
      ...record,
      id,
      state,
      definition,
      access,
    }),
    // Every kind has this state.
    deleted: (stored) => ({ ...stored, state: 'deleted' as State }),
    shownOf: ({ definition, state, access }) => ({
      definition: shown(definition),
      state,
      keys: byId(access.keys, ({ madeBy }) => `made by ${madeBy}`),
      people: byId(access.people, ({ name: person }) => person),
      invitations: byId(access.invitations, ({ untilMs }) => new Date(untilMs).toISOString()),
    }),
  };
}

function byId<Item extends { readonly id: string }>(
  items: readonly Item[],
  words: (item: Item) => string,
) {
  return Object.fromEntries(items.map((item) => [item.id, words(item)]));
}

async function writeAccount<Definition>(
  query: Query,
  kind: AccountKind,
  stored: StoredAccount<Definition, string>,
): Promise<void> {
  const { id, state, definition, access } = stored;
  const values = [accountKey(kind, id), kind, id, state, JSON.stringify(definition)];
  await query(
    `insert into accounts (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (key) do update set ${replacing(CHANGING)}`,
    [...values, ...recordValues(stored), JSON.stringify(access)],
  );
}

/** What served stays until it is paused, so that nobody removes it by mistake. */
const SERVED: Following<AccountState> = {
  invited: ['active', 'paused', 'deleted'],
  active: ['paused'],
  paused: ['active', 'deleted'],
  deleted: [],
};

export const PUBLISHER_TABLE: AccountTable<PublisherDefinition> = accountTable({
  kind: 'publisher',
  name: 'publishers',
  following: SERVED,
});

export const PARTNER_TABLE: AccountTable<PartnerDefinition> = accountTable({
  kind: 'partner',
  name: 'partners',
  following: SERVED,
  shown: hideHeaders,
});

export const BUYER_TABLE: AccountTable<BuyerDefinition> = accountTable({
  kind: 'buyer',
  name: 'buyers',
  following: SERVED,
});

export const PRODUCT_TABLE: AccountTable<ProductDefinition> = accountTable({
  kind: 'product',
  name: 'products',
  following: SERVED,
});

/** A block is taken back before the description goes: it would go with it. */
export const ADVERTISER_TABLE: AccountTable<AdvertiserDefinition, AdvertiserState> = accountTable({
  kind: 'advertiser',
  name: 'advertisers',
  following: { active: ['blocked', 'deleted'], blocked: ['active'], deleted: [] },
});

/** Stands for the value of a header, which may be a key of the partner's. */
export const HIDDEN_VALUE = '(kept)';

/** The headers of a partner with their names alone. */
export function hideHeaders<Definition extends object>(definition: Definition): Definition {
  if (!('headers' in definition) || definition.headers === undefined) return definition;
  const names = Object.keys(definition.headers as object);
  return { ...definition, headers: Object.fromEntries(names.map((name) => [name, HIDDEN_VALUE])) };
}
