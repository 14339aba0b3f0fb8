import type { Log } from '../../lib/log.ts';
import type { FaultOfRedis } from './redis-diagnosis.ts';

/** An outage starts a period. Its first two changes are logged at once: the beginning and the end of a usual outage. */
const PERIOD_MS = 60_000;
const AT_ONCE_MAX = 2;

/**
 * Logs when Redis becomes unusable and usable again, at a bounded rate. A slow Redis becomes unusable and usable many times a minute. Changes after the first two of a period are counted,
 * and logged as one line at its end. The period after such a line logs nothing at once.
 */
export function createOutageLog(
  log: Pick<Log, 'info' | 'warn'>,
  server: string,
  words = LIMIT_WORDS,
) {
  let timer: Timer | undefined;
  let loggedAtOnce = 0;
  let skipped = 0;
  let last:
    | { readonly fault: FaultOfRedis | undefined; readonly machines: number | undefined }
    | undefined;

  function write(facts: object): void {
    if (last === undefined) return;
    const { fault, machines } = last;
    if (fault === undefined) log.info({ server, machines, ...facts }, words.usable);
    else log.warn({ server, ...fault, machines, ...facts }, words.unusable);
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
    /** A fault means unusable. */
    change(fault: FaultOfRedis | undefined, machines?: number): void {
      last = { fault, machines };
      if (timer === undefined && fault !== undefined) startPeriod();
      if (timer === undefined) write({});
      else if (loggedAtOnce < AT_ONCE_MAX) {
        loggedAtOnce++;
        write({});
      } else skipped++;
    },
    close: () => clearTimeout(timer),
  };
}

const LIMIT_WORDS = {
  usable: 'limits are shared through Redis',
  unusable: 'Redis is unusable: limits are this machine’s own share',
};
