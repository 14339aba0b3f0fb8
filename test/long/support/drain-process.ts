/** Drains a folder into a database until it is killed, and says so when it has caught up. */

import { silentLog as log } from '../../../src/host/observe/log.ts';
import { createDrain } from '../../../src/ledger/drain.ts';
import { type DatabaseLocation, openDatabase } from '../../../src/lib/sql/database.ts';
import { account, total } from '../../budgets/accounts.ts';
import { AT_MS } from '../../ledger/samples.ts';

/** Without a budget, no campaign has a limit; else each may spend so many micros in all. */
const [folder = '', location = '', budgetMicros] = process.argv.slice(2);
const limited = account({ money: total(Number(budgetMicros)) });
const database = await openDatabase(JSON.parse(location) as DatabaseLocation);
const drain = createDrain({
  // The time of the samples: by the real one their calls have expired, and may be purged before they are due.
  folder,
  database,
  log,
  nowMs: () => AT_MS,
  end() {},
  isWriterAlive: () => false,
  remotePartners: () => new Set(),
  accountOf: () => (budgetMicros === undefined ? undefined : limited),
  onNewFacts: (facts) => process.stdout.write(`${facts.length} new\n`),
});
for (;;) {
  try {
    await drain.drainOnce();
    break;
  } catch {
    // Another one drains the same folder and was quicker with a segment.
  }
}
process.stdout.write('drained\n');
await database.close();
