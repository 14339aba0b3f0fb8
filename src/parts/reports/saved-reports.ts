import type { MachineState } from '../../host/machine/machine-state.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import { createSavedReports, type SavedReportsApi } from './reports-saved-reports.ts';
import { startDueReports } from './send-due.ts';

/** Reports that people have saved, which this machine or another sends when they are due. */
export function startSavedReports(
  state: MachineState,
  ledger: Pick<Ledger, 'database' | 'report'>,
  { newId, nowMs, log }: Pick<Runtime, 'newId' | 'nowMs' | 'log'>,
  closers: Pick<AsyncDisposableStack, 'defer'>,
): SavedReportsApi {
  const { database, report } = ledger;
  closers.defer(startDueReports({ database, report, nowMs, log }));
  return createSavedReports({
    database: () => reachable(database()),
    report,
    webhooks: () => state.work.setup.config.alerts.webhooks,
    newId,
    nowMs,
  });
}

function reachable(database: Database | undefined): Database {
  if (database === undefined) throw new Error('the database cannot be reached');
  return database;
}
