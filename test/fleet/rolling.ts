import { sum } from '../../bench/measure/figures.ts';
import { type Database, openDatabase } from '../../src/ledger/database.ts';
import { buy, call, settled } from '../notices/exchange.ts';
import type { Fleet } from './fleet.ts';
import type { FleetMachine } from './machine.ts';
import { makeNewVersion, type NewVersion } from './new-version.ts';

/** How the replacement of all machines went. */
export type Rolled = {
  readonly fromMs: number;
  /** Sentences about what is wrong with it, apart from requests that failed. */
  readonly faults: readonly string[];
};

const NEW_TIMEOUT_MS = 450;

/** Replaces every machine by a newer Parley with another config, one after the other: drained, started, ready. */
export async function rollOver(fleet: Fleet): Promise<Rolled> {
  const { machines, configWith, balancer } = fleet;
  const next = makeNewVersion();
  await balancer.allUp();
  const fromMs = Date.now();
  const faults: string[] = [];
  for (const [index, machine] of machines.entries()) {
    await machine.stop();
    machine.use(configWith(NEW_TIMEOUT_MS), next.command);
    await machine.start();
    await balancer.allUp();
    const old = machines[index + 1];
    if (index === 0 && old !== undefined) faults.push(...(await faultsBetween(fleet, old, next)));
  }
  for (const { name, version } of machines) {
    const found = await version();
    if (found !== next.version) faults.push(`${name} runs version ${found}`);
  }
  return { fromMs, faults };
}

/** The first machine has upgraded the databases: those of before have to go on writing to them. */
async function faultsBetween(
  { databaseUrls }: Fleet,
  old: FleetMachine,
  next: NewVersion,
): Promise<readonly string[]> {
  const databases = await Promise.all(
    databaseUrls.map((url) => openDatabase({ kind: 'postgres', url })),
  );
  try {
    const versions = await Promise.all(databases.map(schemaVersionOf));
    // Those that connect again are not asked for the version they know either.
    await Promise.all(databases.map(({ query }) => query(CUT_CONNECTIONS)));
    const { auctionId, nurl } = await buy(old.port);
    const { status } = await call(nurl, { port: old.port });
    const countFacts = () =>
      Promise.all(databases.map((database) => factsOf(database, auctionId))).then(sum);
    const stored = await settled(countFacts, (count) => count > 0);
    return [
      ...(stored > 0 ? [] : ['a machine of before does not write to the upgraded databases']),
      ...(versions.every((version) => version === next.schemaVersion)
        ? []
        : [`the databases have the versions ${versions}`]),
      ...(status === 204 ? [] : [`a machine of before answered a notice with ${status}`]),
    ];
  } finally {
    await Promise.all(databases.map((database) => database.close()));
  }
}

const CUT_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

async function schemaVersionOf({ query }: Database): Promise<number> {
  const [row] = await query('select version from schema_version');
  return Number(row?.version);
}

async function factsOf({ query }: Database, auctionId: string): Promise<number> {
  return (await query('select kind from facts where auction_id = $1', [auctionId])).length;
}
