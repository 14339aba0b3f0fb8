import { selectAll } from '../../lib/sql/bulk.ts';
import type { Query, Row } from '../../lib/sql/database.ts';

/** What the database has of everything that AI buyers have made, whatever it is. */
export type StoredRecord = {
  /** Nobody sees what is deleted. */
  readonly state: string;
  /** Grows with every change in the store. */
  readonly revision: number;
  readonly createdMs: number;
  /** The order of creation. */
  readonly createdRevision: number;
  readonly changedMs: number;
  readonly changedBy: string;
};

export type StoreTable<Stored extends StoredRecord, Next> = {
  readonly keyOf: (stored: Stored) => string;
  /** undefined where there is none. A deleted one is returned too. */
  readonly read: (query: Query, key: string) => Promise<Stored | undefined>;
  /** Those that changed after a revision, the earliest change first. */
  readonly readAfter: (
    query: Query,
    revision: number,
    countMax: number,
  ) => Promise<readonly Stored[]>;
  readonly write: (query: Query, stored: Stored) => Promise<void>;
  /** The record that a decision makes. */
  readonly completed: (next: Next, record: Omit<StoredRecord, 'state'>) => Stored;
  /** As people see it in the history. */
  readonly shownOf: (stored: Stored) => unknown;
};

/** What AI buyers have made, of each kind. */
type BuyerRecordKind = 'buyer-account' | 'media-buy' | 'library-creative' | 'performance-feedback';

export type BuyerRecord<Definition, State extends string> = StoredRecord & {
  readonly id: string;
  readonly buyer: string;
  /** The account that it is of; of an account, its own id. */
  readonly account: string;
  readonly state: State;
  readonly definition: Definition;
};

/** What becomes of a record. */
export type NextBuyerRecord<Definition, State extends string> = Pick<
  BuyerRecord<Definition, State>,
  'id' | 'buyer' | 'account' | 'state' | 'definition'
>;

/** A page of a list, the earliest first, behind the one that was created at `after`. */
type PageAsked = { readonly after: number; readonly countMax: number };

export type BuyerTable<Definition, State extends string> = StoreTable<
  BuyerRecord<Definition, State>,
  NextBuyerRecord<Definition, State>
> & {
  /** Those of one buyer or one account that are not deleted. */
  readonly readOf: (
    query: Query,
    owner: { readonly buyer: string } | { readonly account: string },
    page: PageAsked,
  ) => Promise<readonly BuyerRecord<Definition, State>[]>;
  readonly countOf: (query: Query, account: string) => Promise<number>;
  /** How many each buyer has in each state, with when the one that was changed first was changed. */
  readonly counts: (query: Query) => Promise<readonly StateCount<State>[]>;
  /** For an operator: a page of those of all buyers, or of some, the latest first. */
  readonly readPage: (
    query: Query,
    asked: RecordFilter<State>,
    page: { readonly skipped: number; readonly countMax: number },
  ) => Promise<readonly BuyerRecord<Definition, State>[]>;
  readonly countSome: (query: Query, asked: RecordFilter<State>) => Promise<number>;
  /** Those that there are, in any order. A deleted one is returned too. */
  readonly readAll: (
    query: Query,
    keys: readonly string[],
  ) => Promise<readonly BuyerRecord<Definition, State>[]>;
};

type StateCount<State extends string> = {
  readonly buyer: string;
  readonly state: State;
  readonly count: number;
  readonly oldestMs: number;
};

/** What is undefined may be anything, but nothing that is deleted is found. */
type RecordFilter<State extends string> = {
  readonly buyer?: string | undefined;
  readonly account?: string | undefined;
  readonly state?: State | undefined;
};

/** The conditions of a filter, and the values of their parameters. */
function conditionOf(filter: RecordFilter<string>) {
  const columns = ['buyer', 'account', 'state'] as const;
  const given = columns.flatMap((column) => {
    const value = filter[column];
    return value === undefined ? [] : [{ column, value }];
  });
  const conditions = given.map(({ column }, index) => `${column} = $${index + 1}`);
  return {
    condition: ["state <> 'deleted'", ...conditions].join(' and '),
    values: given.map(({ value }) => value),
  };
}

/** Of what is shown as a record and is none. */
export const NEVER_STORED: Omit<StoredRecord, 'state'> = {
  revision: 1,
  createdMs: 0,
  createdRevision: 1,
  changedMs: 0,
  changedBy: '',
};

const CHANGING =
  'buyer, account, state, definition, revision, created_ms, created_revision, changed_ms, changed_by';
const COLUMNS = `key, kind, id, ${CHANGING}`;
/** Every column of the list gets the value of the new row. */
const REPLACED = CHANGING.replaceAll(/\w+/g, '$& = excluded.$&');

/** Ids of buyers' own choosing are unique within an account, and all others everywhere. */
export function buyerRecordKey(kind: BuyerRecordKind, account: string, id: string): string {
  return kind === 'library-creative' ? `${kind}:${account}/${id}` : `${kind}:${id}`;
}

type TableTerms<Definition> = {
  readonly kind: BuyerRecordKind;
  /** Leaves out of a definition what the history must not have. */
  readonly shown?: (definition: Definition) => unknown;
};

export function buyerTable<Definition, State extends string>({
  kind,
  shown = (definition) => definition,
}: TableTerms<Definition>): BuyerTable<Definition, State> {
  type Kept = BuyerRecord<Definition, State>;
  const select = (condition: string) =>
    `select ${COLUMNS} from buyer_records where kind = '${kind}' and ${condition}`;
  const keyOf = ({ id, account }: Kept) => buyerRecordKey(kind, account, id);
  const storedOf = (row: Row): Kept => ({
    revision: Number(row.revision),
    createdMs: Number(row.created_ms),
    createdRevision: Number(row.created_revision),
    changedMs: Number(row.changed_ms),
    changedBy: String(row.changed_by),
    id: String(row.id),
    buyer: String(row.buyer),
    account: String(row.account),
    // The values were checked when they were written.
    state: String(row.state) as State,
    definition: JSON.parse(String(row.definition)) as Definition,
  });
  return {
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
    async readOf(query, owner, { after, countMax }) {
      const [column, value] =
        'buyer' in owner ? ['buyer', owner.buyer] : ['account', owner.account];
      const rows = await query(
        `${select(`${column} = $1 and created_revision > cast($2 as bigint) and state <> 'deleted'`)}
        order by created_revision limit ${Math.floor(countMax)}`,
        [value, after],
      );
      return rows.map(storedOf);
    },
    async readAll(query, keys) {
      const rows = await selectAll(query, keys, (list) => select(`key in (${list})`));
      return rows.map(storedOf);
    },
    async countOf(query, account) {
      const [row] = await query(
        `select count(*) as records from buyer_records
        where kind = '${kind}' and account = $1 and state <> 'deleted'`,
        [account],
      );
      return Number(row?.records);
    },
    async counts(query) {
      const rows = await query(
        `select buyer, state, count(*) as records, min(changed_ms) as oldest from buyer_records
        where kind = '${kind}' and state <> 'deleted' group by buyer, state`,
      );
      return rows.map((row) => ({
        buyer: String(row.buyer),
        state: String(row.state) as State,
        count: Number(row.records),
        oldestMs: Number(row.oldest),
      }));
    },
    async readPage(query, filter, { skipped, countMax }) {
      const { condition, values } = conditionOf(filter);
      const rows = await query(
        `${select(condition)} order by created_revision desc
        limit ${Math.floor(countMax)} offset ${Math.floor(skipped)}`,
        values,
      );
      return rows.map(storedOf);
    },
    async countSome(query, filter) {
      const { condition, values } = conditionOf(filter);
      const [row] = await query(
        `select count(*) as records from buyer_records where kind = '${kind}' and ${condition}`,
        values,
      );
      return Number(row?.records);
    },
    async write(query, stored) {
      const { id, buyer, account, state, definition, revision, changedMs, changedBy } = stored;
      const values = [keyOf(stored), kind, id, buyer, account, state, JSON.stringify(definition)];
      await query(
        `insert into buyer_records (${COLUMNS})
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        on conflict (key) do update set ${REPLACED}`,
        [...values, revision, stored.createdMs, stored.createdRevision, changedMs, changedBy],
      );
    },
    // Field by field: what a caller makes of the record before must not keep its revision.
    completed: ({ id, buyer, account, state, definition }, record) => ({
      ...record,
      id,
      buyer,
      account,
      state,
      definition,
    }),
    shownOf: ({ definition, state }) => ({ definition: shown(definition), state }),
  };
}

/** Records that are read at once. */
const CHUNK_COUNT = 500;

export type RecordOwner = { readonly buyer: string } | { readonly account: string };

/** Of one buyer or one account, the earliest first, without those that are deleted. */
export async function* eachRecord<Definition, State extends string>(
  query: Query,
  { readOf }: BuyerTable<Definition, State>,
  owner: RecordOwner,
) {
  for (let after = 0; ; ) {
    const chunk = await readOf(query, owner, { after, countMax: CHUNK_COUNT });
    yield* chunk;
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < CHUNK_COUNT) return;
    after = last.createdRevision;
  }
}
