/** Drains a folder into a database until it is killed, and says so when it has caught up. */
import { type DatabaseLocation, openDatabase } from '../../src/ledger/database.ts';
import { createDrain } from '../../src/ledger/drain.ts';
import { silentLog as log } from '../../src/observe/log.ts';
import { AT_MS } from './samples.ts';

const [folder = '', location = ''] = process.argv.slice(2);
const database = await openDatabase(JSON.parse(location) as DatabaseLocation);
const drain = createDrain({
  // The time of the samples: by the real one their calls have expired, and may be purged before they are due.
  folder,
  database,
  log,
  nowMs: () => AT_MS,
  isWriterAlive: () => false,
  remotePartners: () => new Set(),
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
