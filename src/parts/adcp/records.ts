import { differencesOf } from '../../lib/differences.ts';
import type { Author } from '../../lib/op.ts';
import { selectAll } from '../../lib/sql/bulk.ts';
import type { Query, Row } from '../../lib/sql/database.ts';
import { nextRevision, writeHistory } from '../../store/history.ts';

/** What the database has of everything that AI buyers have made, whatever it is. */
type StoredRecord = {
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

/** A page of a list. */
type PageAsked = { readonly after: number; readonly countMax: number };

export type RecordOwner = { readonly buyer: string } | { readonly account: string };

/** What is undefined may be anything, but nothing that is deleted is found. */
type RecordFilter<State extends string> = {
  readonly buyer?: string | undefined;
  readonly account?: string | undefined;
  readonly state?: State | undefined;
};

/** Who makes a change, and how the history names it. */
type RecordChange = { readonly action: string; readonly author: Author; readonly nowMs: number };

/** The conditions of a filter, and the values of their parameters. */
function conditionOf<State extends string>(filter: RecordFilter<State>) {
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
}: TableTerms<Definition>) {
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
  const shownOf = ({ definition, state }: Kept) => ({ definition: shown(definition), state });

  /** undefined where there is none. A deleted one is returned too. */
  async function read(query: Query, key: string): Promise<Kept | undefined> {
    const [row] = await query(select('key = $1'), [key]);
    return row && storedOf(row);
  }

  return {
    keyOf,
    read,
    /** Those of one owner that are not deleted, the earliest first, behind the one that was created at `after`. */
    async readOf(query: Query, owner: RecordOwner, page: PageAsked): Promise<readonly Kept[]> {
      const { condition, values } = conditionOf<State>(owner);
      const rows = await query(
        `${select(`${condition} and created_revision > cast($2 as bigint)`)}
        order by created_revision limit ${Math.floor(page.countMax)}`,
        [...values, page.after],
      );
      return rows.map(storedOf);
    },
    /** Those that there are, in any order. A deleted one is returned too. */
    async readAll(query: Query, keys: readonly string[]): Promise<readonly Kept[]> {
      const rows = await selectAll(query, keys, (list) => select(`key in (${list})`));
      return rows.map(storedOf);
    },
    /** How many each buyer has in each state, with when the one that was changed first was changed. */
    async counts(query: Query) {
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
    /** For an operator: a page of those of all buyers, or of some, the latest first. */
    async readPage(
      query: Query,
      filter: RecordFilter<State>,
      { skipped, countMax }: { readonly skipped: number; readonly countMax: number },
    ): Promise<readonly Kept[]> {
      const { condition, values } = conditionOf(filter);
      const rows = await query(
        `${select(condition)} order by created_revision desc
        limit ${Math.floor(countMax)} offset ${Math.floor(skipped)}`,
        values,
      );
      return rows.map(storedOf);
    },
    async countSome(query: Query, filter: RecordFilter<State>): Promise<number> {
      const { condition, values } = conditionOf(filter);
      const [row] = await query(
        `select count(*) as records from buyer_records where kind = '${kind}' and ${condition}`,
        values,
      );
      return Number(row?.records);
    },
    /** Writes a record as it becomes, in the transaction of the caller, and who did it. */
    async change(
      query: Query,
      next: NextBuyerRecord<Definition, State>,
      { action, author, nowMs }: RecordChange,
    ): Promise<Kept> {
      const revision = await nextRevision(query);
      const { id, buyer, account, state, definition } = next;
      const key = buyerRecordKey(kind, account, id);
      const found = await read(query, key);
      const before = found?.state === 'deleted' ? undefined : found;
      const { createdMs = nowMs, createdRevision = revision } = before ?? {};
      const written = {
        revision,
        createdMs,
        createdRevision,
        changedMs: nowMs,
        changedBy: author.who,
      };
      const stored = { id, buyer, account, state, definition, ...written };
      const text = JSON.stringify(definition);
      await query(
        `insert into buyer_records (${COLUMNS})
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        on conflict (key) do update set ${REPLACED}`,
        [key, kind, id, buyer, account, state, text, ...Object.values(written)],
      );
      const changes = differencesOf(before && shownOf(before), shownOf(stored));
      await writeHistory(query, { revision, nowMs, author, action, ...partsOfKey(key), changes });
      return stored;
    },
  };
}

export type BuyerTable<Definition, State extends string> = ReturnType<
  typeof buyerTable<Definition, State>
>;

/** The kind and the id in the key of a record. */
export function partsOfKey(key: string): { readonly kind: string; readonly id: string } {
  const colon = key.indexOf(':');
  return { kind: key.slice(0, colon), id: key.slice(colon + 1) };
}

/** Records that are read at once. */
const CHUNK_COUNT = 500;

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
