import type { Database, Query } from './database.ts';
import type { SchemaFault } from './migrate.ts';

/** The position of a database among those of the config. */
export type Position = { readonly index: number; readonly databases: number };

/** What all machines have to know before they write to it. */
export type Place = { readonly sinceMs: number };

/**
 * Machines that still run with one database when the list gets longer write all sales to it. They have this long to
 * restart before sales are spread.
 */
const SPREAD_AFTER_MS = 3_600_000;

/**
 * Finds out from when on sales are spread over the databases. A fact is stored once only if all machines look for it in
 * the same database, so a database keeps its position. `home` is the first database; it is needed once.
 */
export async function agreeOnPlace(
  database: Database,
  home: () => Database | undefined,
  { index, databases }: Position,
  nowMs: number,
): Promise<Place | SchemaFault> {
  const known = await placeOf(database.query);
  if (known === undefined && databases === 1) return { sinceMs: 0 };
  const place = known ?? (await takePlace(database, home, { index, databases }, nowMs));
  if (place.index === index && place.databases === databases) return place;
  return {
    reason:
      `The database of ledger.databaseUrls[${index}] is number ${place.index + 1} of ${place.databases} ` +
      `in the ledger, but number ${index + 1} of ${databases} in the config: the list must not change.`,
  };
}

async function placeOf(query: Query): Promise<(Position & Place) | undefined> {
  const [row] = await query('select position, databases, since_ms from ledger_place where id = 1');
  if (row === undefined) return undefined;
  return {
    index: Number(row.position),
    databases: Number(row.databases),
    sinceMs: Number(row.since_ms),
  };
}

async function takePlace(
  database: Database,
  home: () => Database | undefined,
  position: Position,
  nowMs: number,
): Promise<Position & Place> {
  const { index, databases } = position;
  const sinceMs = index === 0 ? await startOf(database.query, nowMs) : await sinceOf(home());
  await database.query(
    `insert into ledger_place (id, position, databases, since_ms) values (1, $1, $2, $3)
     on conflict do nothing`,
    [index, databases, sinceMs],
  );
  return (await placeOf(database.query)) ?? { ...position, sinceMs };
}

/** Facts that the first database has already must stay the only ones of their sales. */
async function startOf(query: Query, nowMs: number): Promise<number> {
  const facts = await query('select 1 as found from facts limit 1');
  return facts.length === 0 ? 0 : nowMs + SPREAD_AFTER_MS;
}

async function sinceOf(home: Database | undefined): Promise<number> {
  const place = home && (await placeOf(home.query));
  if (place === undefined) throw new Error('the first database of ledger.databaseUrls is missing');
  return place.sinceMs;
}
