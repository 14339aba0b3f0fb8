/** A machine's drain alone: from the given moment on it brings the journals of a folder into a Postgres, and ends. */
import { openDatabase } from '../../src/ledger/database.ts';
import { createDrain } from '../../src/ledger/drain.ts';
import { silentLog as log } from '../../src/observe/log.ts';

const [folder = '', url = '', startMs = '0'] = process.argv.slice(2);
const database = await openDatabase({ kind: 'postgres', url });
const drain = createDrain({
  folder,
  database,
  log,
  nowMs: Date.now,
  isWriterAlive: () => false,
  remotePartners: () => new Set<string>(),
});
await database.query('select 1');
await Bun.sleep(Math.max(0, Number(startMs) - Date.now()));
await drain.drainOnce();
process.stdout.write(`drained at ${Date.now()}\n`);
await database.close();
