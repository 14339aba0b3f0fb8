import type { Query } from './database.ts';

/** A ledger of 0.1 could be spread over several databases. Earlier ones and later ones cannot. */
const SPREAD_FROM = 4;
const SPREAD_UP_TO = 7;

/**
 * Why a database that has a part of a spread ledger cannot be used. Only the first has the budgets, and a notice whose
 * fact is in another one would be counted a second time.
 */
export async function spreadReason(query: Query, version: number): Promise<string | undefined> {
  if (version < SPREAD_FROM || version > SPREAD_UP_TO) return undefined;
  const [place] = await query('select position, databases from ledger_place where databases > 1');
  if (place === undefined) return undefined;
  const part = `This database has part ${Number(place.position) + 1} of ${place.databases} of a ledger of 0.1`;
  return Number(place.position) === 0
    ? `${part}: merge the others into it first, as docs/deploy/upgrade.md says.`
    : `${part}: databaseUrl has to name the first one, into which the others are merged.`;
}
