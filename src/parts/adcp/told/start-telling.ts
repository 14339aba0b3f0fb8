import { createFaultLog } from '../../../ledger/fault-log.ts';
import { takeRound } from '../../../ledger/take-round.ts';
import { repeat } from '../../../lib/repeat.ts';
import { createTellReports } from './tell-reports.ts';
import { createTellStates, type TellParts } from './tell-states.ts';
import { followRecords } from './told-table.ts';

const ROUND_MS = 2000;
/** While another machine tells buyers. */
const IDLE_MS = 10_000;

const NOT_TOLD = 'buyers are not told what has changed: it is tried again';

type TellingParts = TellParts & {
  /** Its name in the database. */
  readonly machine: string;
};

/**
 * Tells buyers what has become of their buys, creatives and accounts, and sends their reports. States change by the clock
 * and by reviews, so they are compared with what was told last, on one machine at a time. Returns what ends it.
 */
export function startTelling(parts: TellingParts): () => Promise<void> {
  const round = createTellingRound(parts);
  const faults = createFaultLog(parts.log, NOT_TOLD, 'buyers are told again what has changed');
  return repeat(async () => {
    try {
      const result = await round();
      faults.recovered();
      return result === 'idle' ? IDLE_MS : ROUND_MS;
    } catch (error) {
      faults.failed(error);
      return IDLE_MS;
    }
  });
}

/** Resolves to how many messages it has queued; 'idle': another machine does it. */
export function createTellingRound(parts: TellingParts) {
  const tellStates = createTellStates(parts);
  const tellReports = createTellReports(parts);
  return async (): Promise<number | 'idle'> => {
    const database = parts.database();
    if (database === undefined) return 'idle';
    if (!(await takeRound(database, parts.machine, parts.nowMs()))) return 'idle';
    const changed = await database.transaction(followRecords);
    // Reports do not wait for states that cannot be told.
    const [states, reports] = await Promise.allSettled([
      tellStates(database, changed),
      tellReports(database),
    ]);
    if (states.status === 'rejected') throw states.reason;
    if (reports.status === 'rejected') throw reports.reason;
    return states.value + reports.value;
  };
}
