import type { Log } from '../lib/log.ts';
import { diagnosisOf } from './diagnose.ts';

/** Logs the first of several failures of a database, and again when its diagnosis changes. */
export type FaultLog = {
  readonly failed: (error: unknown) => void;
  readonly recovered: () => void;
  /** Why the database cannot be used; undefined while it can. */
  readonly reason: () => string | undefined;
};

export function createFaultLog(log: Log, message: string): FaultLog {
  let reason: string | undefined;
  let diagnosis: string | undefined;
  return {
    failed(error) {
      const found = diagnosisOf(error);
      const isNews = reason === undefined || (found !== undefined && found !== diagnosis);
      reason = found ?? (error as Error).message;
      diagnosis = found ?? diagnosis;
      if (isNews) log.error({ reason }, message);
    },
    recovered() {
      reason = undefined;
      diagnosis = undefined;
    },
    reason: () => reason,
  };
}
