import type { Database } from '../../src/lib/sql/database.ts';
import type { SupplyCheck } from '../../src/parts/supply/check-supply.ts';
import { SUPPLY_CHECK, supplyKey, writeCheck } from '../../src/parts/supply/supply-check.ts';
import { partOn } from '../part.ts';

/** A check of another machine. */
export async function storeCheck(
  database: Database,
  publisher: string,
  check: SupplyCheck,
  nowMs = Date.now(),
) {
  const { host } = partOn(database, []);
  await host.feed.refresh();
  return writeCheck({ store: host.store, nowMs: () => nowMs }, publisher, check);
}

export async function lastCheck(database: Database, publisher: string) {
  const { store } = partOn(database, []).host;
  return (await store.read(SUPPLY_CHECK, supplyKey(publisher)))?.kept.last;
}
