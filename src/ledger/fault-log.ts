import type { Cause } from '../lib/cause.ts';
import type { Log } from '../lib/log.ts';
import { diagnosisOf, isAway } from './diagnose.ts';

/** Why something fails, as `/status` has it. */
export type FaultReason = {
  /** undefined while it works. */
  readonly reason: string | undefined;
  /** What to do, where the cause is known. */
  readonly advice: string | undefined;
};

export type FaultLog = ReturnType<typeof createFaultLog>;

/** Logs the first of several failures of a database, again when another cause is found, and that it works again. */
export function createFaultLog(log: Log, message: string, worksAgain?: string) {
  let last: FaultReason = NONE;
  let diagnosis: Cause | undefined;
  return {
    failed(error: unknown): void {
      const found = diagnosisOf(error);
      const isCause = found !== undefined && !isAway(found);
      const isNews = last.reason === undefined || (isCause && found.what !== diagnosis?.what);
      last = { reason: found?.what ?? (error as Error).message, advice: found?.advice };
      if (isCause) diagnosis = found;
      if (isNews) log.error({ ...last }, message);
    },
    recovered(): void {
      if (last.reason !== undefined && worksAgain !== undefined) log.info({}, worksAgain);
      last = NONE;
      diagnosis = undefined;
    },
    fault: (): FaultReason => last,
  };
}

const NONE: FaultReason = { reason: undefined, advice: undefined };
