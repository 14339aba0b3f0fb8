import type { Query } from '../../../lib/sql/database.ts';
import type { BuyPackage } from '../records/buy-record.ts';
import { CREATIVE_TABLE, creativeKey } from '../records/creative-record.ts';
import type { Library } from '../records/creative-record.ts';

/** The creatives of an account that these packages show. One that is deleted, or of another account, is not there. */
export async function readLibrary(
  query: Query,
  account: string,
  lines: readonly Pick<BuyPackage, 'assignments'>[],
): Promise<Library> {
  const ids = new Set(
    lines.flatMap(({ assignments }) => assignments.map(({ creativeId }) => creativeId)),
  );
  const keys = [...ids].map((id) => creativeKey(account, id));
  const found = await CREATIVE_TABLE.readAll(query, keys);
  return new Map(
    found.flatMap((creative) => (creative.state === 'deleted' ? [] : [[creative.id, creative]])),
  );
}
