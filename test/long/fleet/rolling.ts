import { type Database, openDatabase } from '../../../src/lib/sql/database.ts';
import { settled } from '../../notices/exchange.ts';
import type { Fleet } from './fleet.ts';
import type { Load } from './load.ts';
import type { FleetMachine } from './machine.ts';
import { makeNewVersion, NEW_DIMENSION } from './new-version.ts';

/** How the replacement of all machines went. */
export type Rolled = {
  readonly fromMs: number;
  /** Sentences about what is wrong with it, apart from requests that failed. */
  readonly faults: readonly string[];
};

const NEW_TIMEOUT_MS = 450;

/** Replaces every machine by a newer Parley with another config, one after the other: drained, started, ready. */
export async function rollOver(fleet: Fleet, load: Load): Promise<Rolled> {
  const { machines, wires, configWith, balancer } = fleet;
  const next = makeNewVersion();
  await balancer.allUp();
  const fromMs = Date.now();
  const faults: string[] = [];
  for (const [index, machine] of machines.entries()) {
    const wire = wires[index];
    if (wire === undefined) continue;
    await machine.stop();
    machine.use(configWith(wire, NEW_TIMEOUT_MS), next.command);
    await machine.start();
    await balancer.allUp();
    const old = machines[index + 1];
    if (index === 0 && old !== undefined)
      faults.push(...(await faultsBetween(fleet, { old, load })));
  }
  for (const { name, version } of machines) {
    const found = await version();
    if (found !== next.version) faults.push(`${name} runs version ${found}`);
  }
  return { fromMs, faults: [...faults, ...(await dimensionFaults(fleet))] };
}

/** Machines of both versions have written facts: those of before without the new dimension. */
async function dimensionFaults(fleet: Fleet): Promise<readonly string[]> {
  const { name, value } = NEW_DIMENSION;
  const found = await onDatabaseOf(fleet, ({ query }) => {
    const values = async () => {
      const rows = await query(`select distinct ${name} from facts`);
      return rows.map((row) => String(row[name])).sort();
    };
    return settled(values, (list) => list.includes(value));
  });
  return Bun.deepEquals(found, ['', value]) ? [] : [`facts have the channels ${found.join(', ')}`];
}

/** The first machine has upgraded the database: those of before have to go on writing to it. */
async function faultsBetween(
  fleet: Fleet,
  { old, load }: { readonly old: FleetMachine; readonly load: Load },
): Promise<readonly string[]> {
  // Those that connect again are not asked for the columns they know either.
  await onDatabaseOf(fleet, (database) => database.query(CUT_CONNECTIONS));
  const told = await settled(
    () => load.askAt(old.port),
    ({ length }) => length > 0,
  );
  const [{ auctionId, acknowledgedMs } = NOTHING] = told;
  const stored = await onDatabaseOf(fleet, (database) =>
    settled(
      () => factsOf(database, auctionId),
      (count) => count > 0,
    ),
  );
  return [
    ...(stored > 0 ? [] : ['a machine of before does not write to the upgraded database']),
    ...(acknowledgedMs === undefined ? ['a machine of before did not accept a notice'] : []),
  ];
}

/** On connections of its own: those that were open when connections were cut are cut too. */
async function onDatabaseOf<T>(
  { databaseUrl }: Fleet,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ kind: 'postgres', url: databaseUrl });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const NOTHING = { auctionId: '', acknowledgedMs: undefined };

const CUT_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

async function factsOf({ query }: Database, auctionId: string): Promise<number> {
  return (await query('select kind from facts where auction_id = $1', [auctionId])).length;
}
