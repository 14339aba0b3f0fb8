import type { Database } from '../../src/lib/sql/database.ts';
import type { SupplyCheck } from '../../src/parts/supply/check-supply.ts';
import {
  beginCheck,
  SUPPLY_CHECK,
  supplyKey,
  writeCheck,
} from '../../src/parts/supply/supply-check.ts';
import { partOn } from '../part.ts';

/** A machine on this database, which knows what is stored. */
async function machineOn(database: Database, nowMs: number) {
  const { host } = partOn(database, []);
  await host.feed.refresh();
  return { ...host, nowMs: () => nowMs };
}

/** Another machine checks a publisher now. Resolves to whether it may. */
export async function beginElsewhere(database: Database, publisher: string) {
  return beginCheck(await machineOn(database, Date.now()), publisher);
}

/** A check of another machine. */
export async function storeCheck(
  database: Database,
  publisher: string,
  check: SupplyCheck,
  nowMs = Date.now(),
) {
  const machine = await machineOn(database, nowMs);
  if (machine.records.get(SUPPLY_CHECK, supplyKey(publisher)) === undefined) {
    await beginCheck(machine, publisher);
  }
  return writeCheck(machine, publisher, check);
}

export async function lastCheck(database: Database, publisher: string) {
  const { store } = partOn(database, []).host;
  return (await store.read(SUPPLY_CHECK, supplyKey(publisher)))?.kept.last;
}
