import type { Query } from '../lib/sql/database.ts';
import { journalFolderOf } from './locations.ts';
import { readPositions } from './positions.ts';
import { undrainedBytes } from './read-journals.ts';
import { listJournals } from './segments.ts';

/** How much the journals of a data folder have that the database has not. For those who do not drain it themselves. */
export async function undrainedIn(query: Query, dataDir: string): Promise<number> {
  const journals = await listJournals(journalFolderOf(dataDir), () => false);
  const positions = await readPositions(
    query,
    journals.map(({ journal }) => journal),
  );
  return undrainedBytes(journals, (journal) => positions.get(journal));
}
