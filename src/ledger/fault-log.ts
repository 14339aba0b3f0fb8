import type { Log } from '../lib/log.ts';
import { diagnosisOf, STARTING_UP } from './diagnose.ts';

/** Logs the first of several failures of a database, again when another cause is found, and that it works again. */
export function createFaultLog(log: Log, message: string, worksAgain?: string) {
  let reason: string | undefined;
  let diagnosis: string | undefined;
  return {
    failed(error: unknown): void {
      const found = diagnosisOf(error);
      const isCause = found !== undefined && found !== STARTING_UP;
      const isNews = reason === undefined || (isCause && found !== diagnosis);
      reason = found ?? (error as Error).message;
      if (isCause) diagnosis = found;
      if (isNews) log.error({ reason }, message);
    },
    recovered(): void {
      if (reason !== undefined && worksAgain !== undefined) log.info({}, worksAgain);
      reason = undefined;
      diagnosis = undefined;
    },
    /** Why the database cannot be used; undefined while it can. */
    reason: () => reason,
  };
}
