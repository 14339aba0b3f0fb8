import type { Query } from '../../../lib/sql/database.ts';
import type { BuyerTable } from './buyer-table.ts';

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
