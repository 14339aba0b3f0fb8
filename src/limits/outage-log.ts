import type { Log } from '../lib/log.ts';

/** Logs when Redis becomes unusable and usable again, at a bounded rate. */
export type OutageLog = {
  /** A reason means unusable. */
  readonly change: (reason: string | undefined, machines: number) => void;
  readonly close: () => void;
};

/** An outage starts a period. Its first two changes are logged at once: the beginning and the end of a usual outage. */
export const PERIOD_MS = 60_000;
const AT_ONCE_MAX = 2;

/**
 * A slow Redis becomes unusable and usable many times a minute. Changes after the first two of a period are counted,
 * and logged as one line at its end. The period after such a line logs nothing at once.
 */
export function createOutageLog(log: Pick<Log, 'info' | 'warn'>, server: string): OutageLog {
  let timer: Timer | undefined;
  let loggedAtOnce = 0;
  let skipped = 0;
  let last: { readonly reason: string | undefined; readonly machines: number } | undefined;

  function write(facts: object): void {
    if (last === undefined) return;
    const { reason, machines } = last;
    if (reason === undefined) log.info({ server, machines, ...facts }, SHARED);
    else log.warn({ server, reason, machines, ...facts }, UNUSABLE);
  }

  function startPeriod(): void {
    timer = setTimeout(endPeriod, PERIOD_MS);
    timer.unref();
  }

  function endPeriod(): void {
    timer = undefined;
    if (skipped === 0) {
      loggedAtOnce = 0;
      return;
    }
    write({ changes: skipped });
    skipped = 0;
    loggedAtOnce = AT_ONCE_MAX;
    startPeriod();
  }

  return {
    change(reason, machines) {
      last = { reason, machines };
      if (timer === undefined && reason === undefined) return write({});
      if (timer === undefined) startPeriod();
      if (loggedAtOnce < AT_ONCE_MAX) {
        loggedAtOnce++;
        write({});
      } else skipped++;
    },
    close: () => clearTimeout(timer),
  };
}

const SHARED = 'limits are shared through Redis';
const UNUSABLE = 'Redis is unusable: limits are this machine’s own share';
