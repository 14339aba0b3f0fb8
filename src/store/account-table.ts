import type { Query, Row } from '../ledger/database.ts';
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
export type NextAccount<Definition> = Pick<
  StoredAccount<Definition>,
  'id' | 'state' | 'definition' | 'access'
>;

export type AccountTable<Definition> = StoreTable<
  StoredAccount<Definition>,
  NextAccount<Definition>
>;

/** `shown` leaves out of a definition what the history must not have. */
function accountTable<Definition>(
  kind: AccountKind,
  name: string,
  shown: (definition: Definition) => unknown,
): AccountTable<Definition> {
  const select = (condition: string) =>
    `select ${COLUMNS} from accounts where kind = '${kind}' and ${condition}`;
  const storedOf = (row: Row): StoredAccount<Definition> => ({
    ...recordOf(row),
    id: String(row.id),
    // The values were checked when they were written.
    state: String(row.state) as AccountState,
    definition: JSON.parse(String(row.definition)) as Definition,
    access: JSON.parse(String(row.access)) as AccountAccess,
  });
  const keyOf = ({ id }: StoredAccount<Definition>) => accountKey(kind, id);
  return {
    name,
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
    deleted: (stored) => ({ ...stored, state: 'deleted' }),
    shownOf: ({ definition, state, access }) => ({
      definition: shown(definition),
      state,
      keys: byId(access.keys, ({ madeBy }) => `made by ${madeBy}`),
      people: byId(access.people, ({ name: person }) => person),
      passkeys: byId(access.passkeys, ({ person }) => `of ${person}`),
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
  stored: StoredAccount<Definition>,
): Promise<void> {
  const { id, state, definition, access } = stored;
  const values = [accountKey(kind, id), kind, id, state, JSON.stringify(definition)];
  await query(
    `insert into accounts (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (key) do update set ${replacing(CHANGING)}`,
    [...values, ...recordValues(stored), JSON.stringify(access)],
  );
}

export const PUBLISHER_TABLE: AccountTable<PublisherDefinition> = accountTable(
  'publisher',
  'publishers',
  (definition) => definition,
);

export const PARTNER_TABLE: AccountTable<PartnerDefinition> = accountTable(
  'partner',
  'partners',
  hideHeaders,
);

/** Stands for the value of a header, which may be a key of the partner's. */
export const HIDDEN_VALUE = '(kept)';

/** The headers of a partner with their names alone. */
export function hideHeaders<Definition extends object>(definition: Definition): Definition {
  if (!('headers' in definition) || definition.headers === undefined) return definition;
  const names = Object.keys(definition.headers as object);
  return { ...definition, headers: Object.fromEntries(names.map((name) => [name, HIDDEN_VALUE])) };
}
