import type { Log } from '../lib/log.ts';
import { diagnosisOf, STARTING_UP } from './diagnose.ts';

/** Logs the first of several failures of a database, again when another cause is found, and that it works again. */
export type FaultLog = {
  readonly failed: (error: unknown) => void;
  readonly recovered: () => void;
  /** Why the database cannot be used; undefined while it can. */
  readonly reason: () => string | undefined;
};

export function createFaultLog(log: Log, message: string, worksAgain?: string): FaultLog {
  let reason: string | undefined;
  let diagnosis: string | undefined;
  return {
    failed(error) {
      const found = diagnosisOf(error);
      const isCause = found !== undefined && found !== STARTING_UP;
      const isNews = reason === undefined || (isCause && found !== diagnosis);
      reason = found ?? (error as Error).message;
      if (isCause) diagnosis = found;
      if (isNews) log.error({ reason }, message);
    },
    recovered() {
      if (reason !== undefined && worksAgain !== undefined) log.info({}, worksAgain);
      reason = undefined;
      diagnosis = undefined;
    },
    reason: () => reason,
  };
}
