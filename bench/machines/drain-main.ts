/** A machine's drain alone: from the given moment on it brings the journals of a folder into a Postgres, and ends. */
import { settleFacts } from '../../src/ledger/budgets/settle-facts.ts';
import { openDatabase } from '../../src/ledger/database.ts';
import { deliveryOf } from '../../src/ledger/delivery/delivery-rows.ts';
import { createDrain } from '../../src/ledger/drain.ts';
import type { LaneCount } from '../../src/ledger/lanes.ts';
import { ONE_DATABASE } from '../../src/ledger/placement.ts';
import { createRetirement } from '../../src/ledger/retirement.ts';
import { silentLog as log } from '../../src/observe/log.ts';

const [folder = '', url = '', lanes = '1', startMs = '0'] = process.argv.slice(2);
const database = await openDatabase({ kind: 'postgres', url });
const drain = createDrain({
  ...{ folder, database, log, nowMs: Date.now },
  placement: { ...ONE_DATABASE, lanes: Number(lanes) as LaneCount },
  retirement: createRetirement(folder, [() => database]),
  isWriterAlive: () => false,
  async settle(query, facts) {
    await settleFacts(query, facts, new Set());
    return deliveryOf(facts, new Set());
  },
});
await database.query('select 1');
await Bun.sleep(Math.max(0, Number(startMs) - Date.now()));
await drain.drainOnce();
process.stdout.write(`drained at ${Date.now()}\n`);
await database.close();
